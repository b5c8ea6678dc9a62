import Button from "@mui/material/Button";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableContainer from "@mui/material/TableContainer";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { kilometres, type MissedRow } from "./missed-rows.ts";

interface MissedTableProps {
  readonly rows: readonly MissedRow[];
  readonly chosen: number | undefined;
  readonly onChoose: (stretch: number | undefined) => void;
}

/** Rows that are drawn; the file has all. */
const MOST_ROWS = 500;

/** Missed stretches; the name of a line shows it on the map. */
export function MissedTable({ rows, chosen, onChoose }: MissedTableProps) {
  return (
    <TableContainer
      sx={{ flexGrow: 1, minHeight: 0 }}
      tabIndex={0}
      component="section"
      aria-label="Missed lines"
    >
      <Table size="small" stickyHeader>
        <caption style={{ captionSide: "top", padding: 0 }}>
          <VisuallyHidden>
            Missed stretches of planned lines, kilometres along the line
          </VisuallyHidden>
        </caption>
        <TableHead>
          <TableRow>
            <TableCell>Line</TableCell>
            <TableCell align="right">Missed (km)</TableCell>
            <TableCell align="right">From–to (km)</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.slice(0, MOST_ROWS).map(({ line, crossStrip, from, to, path }, index) => (
            <TableRow key={`${line} ${path.join()}`} hover selected={index === chosen}>
              <TableCell component="th" scope="row">
                <Button
                  size="small"
                  aria-pressed={index === chosen}
                  onClick={() => onChoose(index === chosen ? undefined : index)}
                  sx={{ justifyContent: "start", textAlign: "start", minWidth: 0, p: 0 }}
                >
                  {line}
                </Button>
                {crossStrip ? <small> cross-strip</small> : null}
              </TableCell>
              <TableCell align="right">{kilometres(to - from)}</TableCell>
              <TableCell align="right">
                {kilometres(from)}–{kilometres(to)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {rows.length > MOST_ROWS ? <p>{rows.length - MOST_ROWS} more are in the CSV file.</p> : null}
    </TableContainer>
  );
}
