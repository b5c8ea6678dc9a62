import Typography from "@mui/material/Typography";
import type { LMSVersionSetting } from "@swath/contract/settings";
import { formatCount } from "../ui/format/count.ts";
import { type Column, DataTable } from "../ui/table/data-table.tsx";

type Version = LMSVersionSetting["inForce"][number];

const columnsOf = (current: string): readonly Column<Version>[] => [
  {
    name: "LMS Version",
    isRowHeader: true,
    cell: ({ LMSVersion }) => LMSVersion ?? "None given",
  },
  { name: "Records", cell: ({ records }) => formatCount(records) },
  {
    name: "LMS processing",
    cell: ({ LMSVersion }) =>
      LMSVersion === null || LMSVersion === current ? "Proceeds" : "Will not proceed",
  },
];

/** Of which versions the LiDAR parameters in force are. */
export function VersionsInForce({ setting }: { readonly setting: LMSVersionSetting }) {
  const { inForce, LMSCurrentVersion } = setting;
  if (inForce.length === 0)
    return (
      <Typography sx={{ px: 2, pb: 2, color: "text.secondary" }}>
        No LiDAR parameters are in force yet.
      </Typography>
    );
  return (
    <DataTable
      caption="LiDAR parameters in force by LMS version"
      columns={columnsOf(LMSCurrentVersion)}
      rows={inForce}
      keyOf={({ LMSVersion }) => LMSVersion ?? ""}
    />
  );
}
