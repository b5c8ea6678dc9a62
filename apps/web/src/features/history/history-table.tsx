import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import type { HistoryEntry } from "@swath/contract/history";
import { Facts } from "../../ui/facts.tsx";
import { Hint } from "../../ui/hint.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { actorOf, sentenceOf } from "./history-sentence.ts";

const COLUMNS = [
  { name: "When (UTC)", width: 190 },
  { name: "Who", width: 200 },
  { name: "What", width: undefined },
  { name: "From", width: 190 },
] as const;

/** `2026-03-14 02:05:09`, in UTC. */
const utc = (at: string): string => at.slice(0, 19).replace("T", " ");

/** Events of a flight, latest first. */
export function HistoryTable({ caption, entries }: { caption: string; entries: HistoryEntry[] }) {
  return (
    <Table sx={{ tableLayout: "fixed" }}>
      <VisuallyHidden as="caption">{caption}</VisuallyHidden>
      <TableHead>
        <TableRow>
          {COLUMNS.map(({ name, width }) => (
            <TableCell key={name} sx={width === undefined ? {} : { width }}>
              {name}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {entries.map((entry) => (
          <EventRow key={entry.id} entry={entry} />
        ))}
      </TableBody>
    </Table>
  );
}

function EventRow({ entry }: { entry: HistoryEntry }) {
  const refused = entry.action === "call.refused";
  return (
    <TableRow hover>
      <TableCell>
        <time dateTime={entry.at}>{utc(entry.at)}</time>
      </TableCell>
      <TableCell sx={{ overflowWrap: "anywhere" }}>
        <Box
          component="span"
          sx={entry.actor === "person" ? {} : { color: "text.secondary", fontStyle: "italic" }}
        >
          {actorOf(entry)}
        </Box>
      </TableCell>
      <TableCell sx={{ overflowWrap: "anywhere", ...(refused ? { color: "error.main" } : {}) }}>
        {sentenceOf(entry)}
      </TableCell>
      <TableCell>
        <Origin entry={entry} />
      </TableCell>
    </TableRow>
  );
}

function Origin({ entry: { address, requestId } }: { entry: HistoryEntry }) {
  if (address === null) return <Box sx={{ color: "text.secondary" }}>–</Box>;
  if (requestId === null) return address;
  return <Hint hint={<Facts of={[["Request", requestId]]} />}>{address}</Hint>;
}
