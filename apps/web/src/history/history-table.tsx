import Box from "@mui/material/Box";
import type { HistoryEntry } from "@swath/contract/history";
import { utcUnlabelled } from "../ui/format/time.ts";
import { type Column, DataTable } from "../ui/table/data-table.tsx";
import { Facts } from "../ui/text/facts.tsx";
import { Hint } from "../ui/text/hint.tsx";
import { actorOf, sentenceOf } from "../data/history-sentence.ts";

const COLUMNS: readonly Column<HistoryEntry>[] = [
  {
    name: "When (UTC)",
    width: "190px",
    cell: ({ at }) => <time dateTime={at}>{utcUnlabelled(at)}</time>,
  },
  {
    name: "Who",
    width: "200px",
    cell: (entry) => (
      <Box
        component="span"
        sx={entry.actor === "person" ? {} : { color: "text.secondary", fontStyle: "italic" }}
      >
        {actorOf(entry)}
      </Box>
    ),
  },
  {
    name: "What",
    cell: (entry) => (
      <Box component="span" sx={entry.action === "call.refused" ? { color: "error.main" } : {}}>
        {sentenceOf(entry)}
      </Box>
    ),
  },
  { name: "From", width: "190px", cell: (entry) => <Origin entry={entry} /> },
];

/** Events of a flight, latest first. */
export function HistoryTable({ caption, entries }: { caption: string; entries: HistoryEntry[] }) {
  return (
    <DataTable caption={caption} columns={COLUMNS} rows={entries} keyOf={({ id }) => `${id}`} />
  );
}

function Origin({ entry: { address, requestId } }: { entry: HistoryEntry }) {
  if (address === null) return <Box sx={{ color: "text.secondary" }}>–</Box>;
  if (requestId === null) return address;
  return <Hint hint={<Facts of={[["Request", requestId]]} />}>{address}</Hint>;
}
