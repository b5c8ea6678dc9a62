import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import HelpOutline from "@mui/icons-material/HelpOutlineOutlined";
import HighlightOff from "@mui/icons-material/HighlightOff";
import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type Attempt, isMissed, missedBoundsOf } from "@swath/contract/processing";
import { plural } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import {
  boundsText,
  differenceOf,
  type MeasureRow,
  measureRows,
  valueText,
} from "./measure-rows.ts";

interface MeasureTableProps {
  readonly of: Attempt;
  /** Undefined for the first attempt. */
  readonly other: Attempt | undefined;
}

/** The measures of an attempt against their bounds, beside those of another. */
export function MeasureTable({ of, other }: MeasureTableProps) {
  const rows = measureRows(of, other);
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down("sm"), {
    noSsr: true,
  });
  // Five columns have no room: a measure's name stands above its figures.
  const isFolded = isNarrow && other !== undefined;
  if (rows.length === 0) return <p>This attempt measured nothing.</p>;
  return (
    <>
      <Summary of={of} rows={rows} />
      <Table aria-label={`Measures of attempt ${of.attempt}`}>
        <TableHead>
          <TableRow>
            {isFolded ? null : <TableCell>Measure</TableCell>}
            <TableCell align="right">Attempt {of.attempt}</TableCell>
            <TableCell>Bound</TableCell>
            {other === undefined ? null : (
              <>
                <TableCell align="right">Attempt {other.attempt}</TableCell>
                <TableCell align="right">Difference</TableCell>
              </>
            )}
          </TableRow>
        </TableHead>
        {isFolded ? (
          rows.map((row) => (
            <TableBody key={row.name}>
              <TableRow sx={{ "& > th": { borderBottom: 0, pb: 0 } }}>
                <Name row={row} scope="rowgroup" colSpan={FOLDED_COLUMNS} />
              </TableRow>
              <TableRow>
                <Values row={row} isCompared />
              </TableRow>
            </TableBody>
          ))
        ) : (
          <TableBody>
            {rows.map((row) => (
              <TableRow key={row.name}>
                <Name row={row} scope="row" />
                <Values row={row} isCompared={other !== undefined} />
              </TableRow>
            ))}
          </TableBody>
        )}
      </Table>
    </>
  );
}

const FOLDED_COLUMNS = 4;

interface NameProps {
  readonly row: MeasureRow;
  readonly scope: "row" | "rowgroup";
  readonly colSpan?: number;
}

function Name({ row: { label, unit }, ...cell }: NameProps) {
  return (
    <TableCell component="th" {...cell}>
      {safeText(label)}
      {unit === "" ? "" : `, ${safeText(unit)}`}
    </TableCell>
  );
}

function Values({ row, isCompared }: { readonly row: MeasureRow; readonly isCompared: boolean }) {
  return (
    <>
      <TableCell align="right">
        <Figure {...row} />
      </TableCell>
      <TableCell>{boundsText(row)}</TableCell>
      {isCompared ? (
        <>
          <TableCell align="right">
            {row.other === undefined ? "–" : <Figure {...row.other} />}
          </TableCell>
          <TableCell align="right">
            {row.difference === null ? "–" : differenceOf(row.difference)}
          </TableCell>
        </>
      ) : null}
    </>
  );
}

const VERDICTS = {
  within: { text: "within", color: "success.main", Icon: CheckCircleOutlined },
  outside: { text: "outside", color: "error.main", Icon: HighlightOff },
  notMeasured: { text: "not measured", color: "error.main", Icon: HighlightOff },
  notAsked: { text: "nothing to measure", color: "text.secondary", Icon: HelpOutline },
} as const;

/** A figure with its verdict as a word and an icon, so that nobody needs the colour. */
function Figure({ verdict, ...of }: Pick<MeasureRow, "value" | "tasks" | "verdict">) {
  const figure = valueText(of);
  if (verdict === "unbounded") return figure;
  const { text, color, Icon } = VERDICTS[verdict];
  return (
    <Box component="span" sx={{ display: "inline-grid", justifyItems: "end" }}>
      <span>{figure}</span>
      <Box
        component="span"
        sx={{ display: "inline-flex", gap: 0.25, alignItems: "center", fontSize: "0.74rem", color }}
      >
        <Icon aria-hidden="true" sx={{ fontSize: 14 }} />
        {text}
      </Box>
    </Box>
  );
}

function Summary({ of, rows }: { readonly of: Attempt; readonly rows: readonly MeasureRow[] }) {
  const judged = rows.filter(({ verdict }) => verdict === "within" || isMissed(verdict));
  const bounded = judged.length;
  const missed = judged.filter(({ verdict }) => isMissed(verdict)).length;
  if (bounded === 0) return null;
  return (
    <>
      <Box component="p" sx={{ m: 0, mb: 1, fontWeight: 600 }}>
        {missed === 0
          ? `All of ${plural(bounded, "bound")} kept`
          : `${missed} of ${plural(bounded, "bound")} missed`}
      </Box>
      {missed === 0 ? null : (
        <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5, color: "error.main" }}>
          {missedBoundsOf(of).map((bound) => (
            <li key={bound}>{safeText(bound)}</li>
          ))}
        </Box>
      )}
    </>
  );
}
