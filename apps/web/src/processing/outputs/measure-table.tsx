import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import HelpOutline from "@mui/icons-material/HelpOutlineOutlined";
import HighlightOff from "@mui/icons-material/HighlightOff";
import Box from "@mui/material/Box";
import { type Attempt, isMissed, missedBoundsOf } from "@swath/contract/processing";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { Explained } from "../../ui/glossary/explained.tsx";
import { useInCard } from "../../ui/table/row-cards.tsx";
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

const columnsOf = (of: Attempt, other: Attempt | undefined): readonly Column<MeasureRow>[] => [
  {
    name: "Measure",
    width: "30%",
    isRowHeader: true,
    cell: ({ label, unit }) => [label, ...(unit === "" ? [] : [unit])].map(safeText).join(", "),
  },
  {
    name: `Attempt ${of.attempt}`,
    isFigure: true,
    onCard: "half",
    cell: (row) => <Figure {...row} />,
  },
  { name: "Bound", onCard: "half", cell: boundsText },
  ...(other === undefined ? [] : columnsBeside(other)),
];

const columnsBeside = (other: Attempt): readonly Column<MeasureRow>[] => [
  {
    name: `Attempt ${other.attempt}`,
    isFigure: true,
    onCard: "half",
    cell: (row) => (row.other === undefined ? "–" : <Figure {...row.other} />),
  },
  {
    name: "Difference",
    isFigure: true,
    onCard: "half",
    cell: ({ difference }) => (difference === null ? "–" : differenceOf(difference)),
  },
];

/** The measures of an attempt against their bounds, beside those of another. */
export function MeasureTable({ of, other }: MeasureTableProps) {
  const rows = measureRows(of, other);
  if (rows.length === 0) return <p>This attempt measured nothing.</p>;
  return (
    <>
      <Summary of={of} rows={rows} />
      <FoldingTable
        caption={`Measures of attempt ${of.attempt}`}
        columns={columnsOf(of, other)}
        rows={rows}
        keyOf={({ name }) => name}
        minWidth={other === undefined ? 340 : 440}
      />
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
  const inCard = useInCard();
  const figure = valueText(of);
  if (verdict === "unbounded") return figure;
  const { text, color, Icon } = VERDICTS[verdict];
  return (
    <Box component="span" sx={{ display: "inline-grid", justifyItems: inCard ? "start" : "end" }}>
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
        <Explained
          text={
            missed === 0
              ? `All of ${plural(bounded, "bound")} kept`
              : `${missed} of ${plural(bounded, "bound")} missed`
          }
        />
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
