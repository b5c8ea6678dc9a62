import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import type { Instruction, OutdatedDelivery } from "@swath/contract/instructions";
import { plural } from "../../ui/format/count.ts";
import { utcMinute } from "../../ui/format/time.ts";
import { TextLink } from "../../ui/links.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { ScrollRegion } from "../../ui/page/scroll-region.tsx";

const DASHBOARDS = { ip: "/ip", iptm: "/iptm" } as const;

const COLUMNS: readonly Column<OutdatedDelivery>[] = [
  { name: "Flight ID", isRowHeader: true, cell: ({ FlightID }) => FlightID },
  { name: "Sensor ID", cell: ({ SensorID }) => SensorID },
  { name: "Attempt", cell: ({ Attempt }) => Attempt },
  { name: "Made by the version of", cell: ({ Updated }) => utcMinute(Updated) },
  {
    name: "Resubmit",
    cell: ({ processingId, area, FlightID, Job, Label }) => (
      <TextLink
        to={DASHBOARDS[area]}
        search={{ FlightID: `$any ${FlightID}`, review: `${processingId}.${Job}` }}
        aria-label={`Review and resubmit ${Label} of ${FlightID}`}
      >
        Review and resubmit {Label}
      </TextLink>
    ),
  },
];

/** What was delivered by former versions of an instruction, with the way to deliver it anew. */
export function OutdatedDeliveries({ of: { Deliveries } }: { readonly of: Instruction }) {
  const { outdated, outdatedOnes } = Deliveries;
  if (outdated === 0) return null;
  const more = outdated > outdatedOnes.length ? ` The first ${outdatedOnes.length} are below.` : "";
  return (
    <Box component="section" aria-label="Older deliveries" sx={{ display: "grid", gap: 1 }}>
      <Alert severity="warning">
        {plural(outdated, "delivery was", "deliveries were")} made by an older version of this
        instruction. A change repeats nothing by itself: they stay as they are until they are
        resubmitted.{more}
      </Alert>
      <Paper variant="outlined">
        <ScrollRegion label="List of older deliveries">
          <DataTable
            caption="Deliveries of an older version"
            columns={COLUMNS}
            rows={outdatedOnes}
            keyOf={({ processingId, Job }) => `${processingId}.${Job}`}
          />
        </ScrollRegion>
      </Paper>
    </Box>
  );
}
