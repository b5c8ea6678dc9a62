import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { Reflight } from "@swath/contract/processing";
import { LINE_COLOUR } from "../../map/line-layers.ts";
import { FLOWN_COLOUR, MISSED_COLOUR, paletteColour } from "../../map/palette.ts";
import { formatLength } from "../../map/tools/figures.ts";
import { saveBlob } from "../../platform/save-file.ts";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { ScrollRegion } from "../../ui/page/scroll-region.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { FoldingTable } from "../../ui/table/folding-table.tsx";
import { plural } from "../../ui/text/format.ts";
import { csvFile } from "../../ui/text/csv.ts";
import { kilometres, type MissedRow, missedRows, missedSum, reflightCsv } from "./reflight.ts";

interface MissedTableProps {
  readonly rows: readonly MissedRow[];
  readonly chosen: number | undefined;
  readonly onChoose: (stretch: number | undefined) => void;
}

/** Rows that are drawn; the file has all. */
const MOST_ROWS = 500;

interface Choice {
  readonly isChosen: (row: MissedRow) => boolean;
  readonly onChoose: (row: MissedRow) => void;
}

const columnsOf = ({ isChosen, onChoose }: Choice): readonly Column<MissedRow>[] => [
  {
    name: "Line",
    isRowHeader: true,
    cell: (row) => (
      <>
        <Button
          size="small"
          aria-pressed={isChosen(row)}
          onClick={() => onChoose(row)}
          sx={{ justifyContent: "start", textAlign: "start", minWidth: 0, p: 0 }}
        >
          {row.line}
        </Button>
        {row.crossStrip ? <small> cross-strip</small> : null}
      </>
    ),
  },
  { name: "Missed (km)", isFigure: true, cell: ({ from, to }) => kilometres(to - from) },
  {
    name: "From–to (km)",
    isFigure: true,
    cell: ({ from, to }) => `${kilometres(from)}–${kilometres(to)}`,
  },
];

/** Missed stretches; the name of a line shows it on the map. */
function MissedTable({ rows, chosen, onChoose }: MissedTableProps) {
  const isChosen = (row: MissedRow): boolean => chosen !== undefined && row === rows[chosen];
  const choose = (row: MissedRow): void => onChoose(isChosen(row) ? undefined : rows.indexOf(row));
  return (
    <ScrollRegion label="Missed lines" maxHeight="none">
      <FoldingTable
        caption="Missed stretches of planned lines, kilometres along the line"
        columns={columnsOf({ isChosen, onChoose: choose })}
        rows={rows.slice(0, MOST_ROWS)}
        keyOf={({ line, path }) => `${line} ${path.join()}`}
        minWidth={280}
        rowSx={(row) => (isChosen(row) ? CHOSEN : {})}
      />
      {rows.length > MOST_ROWS ? <p>{rows.length - MOST_ROWS} more are in the CSV file.</p> : null}
    </ScrollRegion>
  );
}

const CHOSEN = { backgroundColor: "action.selected" } as const;

interface ReflightPanelProps {
  readonly query: {
    readonly data: Reflight | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** The name of the record and area of interest. */
  readonly name: string;
  /** The index of the stretch that the map shows. */
  readonly chosen: number | undefined;
  readonly onChoose: (stretch: number | undefined) => void;
}

/** The reflight list: stretches of planned lines that were missed. */
export function ReflightPanel({ query, ...rest }: ReflightPanelProps) {
  return (
    <Box
      component="section"
      aria-label="Reflight list"
      sx={{
        width: { md: 400 },
        maxHeight: { xs: "50%", md: "none" },
        flexShrink: 0,
        display: "flex",
        flexDirection: "column",
        minHeight: 0,
        p: 2,
        gap: 1.5,
        borderStyle: "solid",
        borderWidth: { xs: "1px 0 0", md: "0 0 0 1px" },
        borderColor: "divider",
      }}
    >
      <Fetched
        query={query}
        loading="Comparing planned with flown lines..."
        failed="Planned lines could not be compared"
      >
        {(reflight) => <Compared reflight={reflight} {...rest} />}
      </Fetched>
    </Box>
  );
}

/** The reason for which nothing can be compared, if any. */
function lackOf({ plans, unreadPlans, flownBy, lines }: Reflight): string | undefined {
  if (plans.length + unreadPlans.length === 0)
    return "The flight's uploads brought no flight plan of this project.";
  if (flownBy === null) return "No trajectory is published yet: process GPS first.";
  if (plans.length === 0) return `The flight plan cannot be read: ${unreadPlans.join(", ")}.`;
  if (lines.length === 0) return "The flight plan has no lines for this area of interest.";
  return undefined;
}

type ComparedProps = Omit<ReflightPanelProps, "query"> & { readonly reflight: Reflight };

function Compared({ reflight, name, chosen, onChoose }: ComparedProps) {
  const lack = lackOf(reflight);
  if (lack !== undefined) return <Alert severity="info">{lack}</Alert>;
  const rows = missedRows(reflight);
  const { lines, ofLines, missed, planned } = missedSum(reflight);
  const save = (): void => saveBlob(csvFile(reflightCsv(rows)), `${name} reflight.csv`);
  return (
    <>
      <Typography component="h3" variant="subtitle1">
        {missed === 0
          ? `${plural(ofLines, "planned line")}, nothing missed`
          : `Missed: ${formatLength(missed)} of ${formatLength(planned)}, on ${lines} of ${plural(ofLines, "planned line")}`}
      </Typography>
      <Legend />
      <Warnings reflight={reflight} />
      {rows.length === 0 ? null : (
        <>
          <MissedTable rows={rows} chosen={chosen} onChoose={onChoose} />
          <Button
            variant="outlined"
            startIcon={<DownloadOutlined />}
            onClick={save}
            sx={{ alignSelf: "start" }}
          >
            Download as CSV
          </Button>
        </>
      )}
    </>
  );
}

const LOOKS = [
  { name: "Planned", colour: paletteColour(LINE_COLOUR), width: 3 },
  { name: "Flown", colour: FLOWN_COLOUR, width: 2 },
  { name: "Missed", colour: MISSED_COLOUR, width: 5 },
] as const;

/** The legend of the map's lines. */
function Legend() {
  return (
    <Box component="ul" aria-label="Legend" sx={{ display: "flex", gap: 2, m: 0, p: 0 }}>
      {LOOKS.map(({ name, colour, width }) => (
        <Box component="li" key={name} sx={{ display: "flex", alignItems: "center", gap: 0.75 }}>
          <Box aria-hidden="true" sx={{ width: 24, borderTop: `${width}px solid ${colour}` }} />
          <Typography variant="body2">{name}</Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Warnings about input that the comparison left out. */
function Warnings({ reflight }: { reflight: Reflight }) {
  const { unreadPlans, flownBy, linesLeftOut } = reflight;
  const texts = [
    ...(unreadPlans.length === 0 ? [] : [`Could not be read: ${unreadPlans.join(", ")}.`]),
    ...(flownBy === "lines"
      ? ["No trajectory is published: compared with the lines of the points."]
      : []),
    ...(linesLeftOut === 0
      ? []
      : [`${plural(linesLeftOut, "more line")} of the plan were not compared.`]),
  ];
  return texts.map((text) => (
    <Alert key={text} severity="warning">
      {text}
    </Alert>
  ));
}
