import CheckCircle from "@mui/icons-material/CheckCircle";
import CloudUpload from "@mui/icons-material/CloudUpload";
import Compress from "@mui/icons-material/Compress";
import ErrorIcon from "@mui/icons-material/Error";
import FindInPage from "@mui/icons-material/FindInPage";
import Replay from "@mui/icons-material/Replay";
import Schedule from "@mui/icons-material/Schedule";
import type { FileRow } from "@swath/upload-engine/core/upload-snapshot";
import type { ComponentType, CSSProperties } from "react";
import { formatBytes, formatPart, formatPercent } from "../format.ts";
import { ROW_TONE } from "./row-tone.ts";

const ICON: Readonly<Record<FileRow["state"], ComponentType<{ fontSize: "small" }>>> = {
  FAILED: ErrorIcon,
  "RETRY @ END": Replay,
  READING: FindInPage,
  COMPLETE: CheckCircle,
  COMPRESSING: Compress,
  WAITING: Schedule,
  UPLOADING: CloudUpload,
};

interface Props {
  readonly row: FileRow;
  /** Place among the rows of the table, its header being 1. */
  readonly place: number;
  readonly style: CSSProperties;
}

/** One file or part; plain elements, because hundreds of them pass by in one scroll. */
export function FileTableRow({ row, place, style }: Props) {
  const Icon = ICON[row.state];
  return (
    <div
      role="row"
      aria-rowindex={place}
      className="row"
      data-tone={ROW_TONE[row.state]}
      style={style}
    >
      <span role="cell" className="name" title={row.path}>
        {row.path}
      </span>
      <span role="cell" className="number">
        {formatPart(row.part, row.parts)}
      </span>
      <span role="cell" className="number">
        {formatBytes(row.size)}
      </span>
      <span role="cell" className="upload">
        <span className="bar" aria-hidden="true">
          <span style={{ width: `${row.percent}%` }} />
        </span>
        <span className="percent">{formatPercent(row.percent)}</span>
      </span>
      <span role="cell" className="state">
        <Icon fontSize="small" />
        <span>{row.state}</span>
      </span>
    </div>
  );
}
