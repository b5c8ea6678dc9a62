import CheckCircle from "@mui/icons-material/CheckCircle";
import CloudUpload from "@mui/icons-material/CloudUpload";
import Compress from "@mui/icons-material/Compress";
import ErrorIcon from "@mui/icons-material/Error";
import FindInPage from "@mui/icons-material/FindInPage";
import Replay from "@mui/icons-material/Replay";
import Schedule from "@mui/icons-material/Schedule";
import type { SxProps, Theme } from "@mui/material/styles";
import type { FileRow } from "@swath/upload-engine";
import { useMemo } from "react";
import { formatBytes, formatPercent } from "../../ui/text/format.ts";
import { type LongColumn, LongTable } from "../../ui/grid/long-table.tsx";
import { FORCED_COLORS } from "../../ui/theme/theme.ts";

/** Icon and colour of each state in the per-file table (document 2, section 2): red, yellow, green and blue. */
const STATES = {
  FAILED: { tone: "error", Icon: ErrorIcon },
  "RETRY @ END": { tone: "error", Icon: Replay },
  READING: { tone: "warning", Icon: FindInPage },
  COMPLETE: { tone: "success", Icon: CheckCircle },
  COMPRESSING: { tone: "info", Icon: Compress },
  WAITING: { tone: "info", Icon: Schedule },
  UPLOADING: { tone: "info", Icon: CloudUpload },
} as const;

export const toneOf = (state: FileRow["state"]) => STATES[state].tone;

export type RowFilter = "all" | "ongoing" | "failed";

const ONGOING: ReadonlySet<FileRow["state"]> = new Set(["READING", "COMPRESSING", "UPLOADING"]);

/** Indices of the rows shown under a filter; undefined for all of them, so that none is read. */
export function shownRows(snapshot: Props["snapshot"], filter: RowFilter): number[] | undefined {
  if (filter === "all") return undefined;
  const shown: number[] = [];
  for (let i = 0; i < snapshot.rowCount; i += 1) {
    const { state } = snapshot.row(i);
    if (filter === "failed" ? toneOf(state) === "error" : ONGOING.has(state)) shown.push(i);
  }
  return shown;
}

/** The state, with how much is compressed while it is. */
const stateText = ({ state, compressedPercent }: FileRow): string =>
  compressedPercent === undefined ? state : `${state} ${Math.floor(compressedPercent)}%`;

/** The cells of a file or part; plain elements, because hundreds of them pass by in one scroll. */
function FileCells({ row }: { readonly row: FileRow }) {
  const { Icon } = STATES[row.state];
  return (
    <>
      <td className="cut" title={row.path}>
        {row.path}
      </td>
      <td className="right">{row.part === undefined ? "NA" : `${row.part} of ${row.parts}`}</td>
      <td className="right">{formatBytes(row.size)}</td>
      <td className="upload">
        <span className="bar" aria-hidden="true">
          <span style={{ width: `${row.percent}%` }} />
        </span>
        <span className="percent">{formatPercent(row.percent)}</span>
      </td>
      <td className="state">
        <Icon fontSize="small" />
        <span>{stateText(row)}</span>
      </td>
    </>
  );
}

/** The line and icon of a row, and the ground that is laid thinly over the sheet in light and dark. */
const tone = (name: string, ground = name, wash = "11%") => ({
  "--tone": `var(--mui-palette-${name}-main)`,
  "--ground": `color-mix(in srgb, var(--mui-palette-${ground}-main) ${wash}, transparent)`,
});

/** Of the table of files: its rows carry the tone of their state. */
const fileTableStyle: SxProps<Theme> = {
  "& tr.row": { borderLeft: "4px solid transparent" },
  "& tr.row[data-tone]": {
    borderLeftColor: "var(--tone)",
    backgroundColor: "var(--ground)",
    boxShadow: "inset 0 -1px color-mix(in srgb, var(--tone) 16%, transparent)",
  },
  "& .row[data-tone='error']": tone("error"),
  "& .row[data-tone='warning']": tone("warning", "secondary", "26%"),
  "& .row[data-tone='success']": tone("success"),
  "& .row[data-tone='info']": tone("info"),
  "& .upload": { justifySelf: "stretch !important" },
  "& .upload, & .state": { display: "flex", alignItems: "center", gap: 1 },
  "& .state svg": { color: "var(--tone)" },
  "& .bar": {
    flex: 1,
    height: 6,
    borderRadius: 3,
    overflow: "hidden",
    backgroundColor: "color-mix(in srgb, var(--tone) 22%, transparent)",
  },
  "& .bar > span": { display: "block", height: "100%", backgroundColor: "var(--tone)" },
  [FORCED_COLORS]: {
    "& .bar": { outline: "1px solid CanvasText" },
    "& .bar > span": { backgroundColor: /* code */ "Highlight", forcedColorAdjust: "none" },
  },
  "& .percent": { width: 72, textAlign: "right" },
};

const COLUMNS: readonly LongColumn[] = [
  { name: "FILE" },
  { name: "PART", align: "right" },
  { name: "SIZE", align: "right" },
  { name: "UPLOAD" },
  { name: "STATUS" },
];

interface Props {
  readonly snapshot: { readonly rowCount: number; row(i: number): FileRow };
  readonly filter: RowFilter;
}

/** The per-file table: only the rows in sight are read. */
export function FileTable({ snapshot, filter }: Props) {
  const shown = useMemo(() => shownRows(snapshot, filter), [snapshot, filter]);
  return (
    <LongTable
      label="Files of the upload"
      columns={COLUMNS}
      count={shown?.length ?? snapshot.rowCount}
      renderRow={(index) => {
        const row = snapshot.row(shown?.[index] ?? index);
        return { key: index, tone: toneOf(row.state), cells: <FileCells row={row} /> };
      }}
      tracks="minmax(240px, 1fr) 90px 110px 240px 170px"
      narrow={{
        tracks: "minmax(0, 1fr) auto auto",
        areas: ["c1 c1 c1", "c5 c2 c3", "c4 c4 c4"],
      }}
      sx={fileTableStyle}
      none="No such files at the moment."
    />
  );
}
