import type { LMSVersionSetting } from "@swath/contract/settings";
import { utcUnlabelled } from "../ui/format/time.ts";
import { type Column, DataTable } from "../ui/table/data-table.tsx";

type Change = LMSVersionSetting["changes"][number];

const COLUMNS: readonly Column<Change>[] = [
  { name: "Changed (UTC)", isRowHeader: true, cell: ({ at }) => utcUnlabelled(at) },
  { name: "By", cell: ({ name }) => name ?? "The configuration" },
  { name: "From", cell: ({ before }) => before ?? "None" },
  { name: "To", cell: ({ after }) => after },
];

/** The latest changes, as the audit log holds them. */
export function VersionChanges({ setting }: { readonly setting: LMSVersionSetting }) {
  return (
    <DataTable
      caption="Changes of the LMS version"
      columns={COLUMNS}
      rows={setting.changes}
      keyOf={({ at, after }) => `${at} ${after}`}
    />
  );
}
