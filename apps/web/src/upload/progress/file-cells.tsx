import CheckCircle from "@mui/icons-material/CheckCircle";
import CloudUpload from "@mui/icons-material/CloudUpload";
import Compress from "@mui/icons-material/Compress";
import ErrorIcon from "@mui/icons-material/Error";
import FindInPage from "@mui/icons-material/FindInPage";
import Replay from "@mui/icons-material/Replay";
import Schedule from "@mui/icons-material/Schedule";
import type { FileRow } from "@swath/upload-engine";
import type { ComponentType } from "react";
import { formatPercent } from "../../ui/format/count.ts";
import { formatBytes } from "../../ui/format/bytes.ts";

const ICON: Readonly<Record<FileRow["state"], ComponentType<{ fontSize: "small" }>>> = {
  FAILED: ErrorIcon,
  "RETRY @ END": Replay,
  READING: FindInPage,
  COMPLETE: CheckCircle,
  COMPRESSING: Compress,
  WAITING: Schedule,
  UPLOADING: CloudUpload,
};

/** The state, with how much is compressed while it is. */
const stateText = ({ state, compressedPercent }: FileRow): string =>
  compressedPercent === undefined ? state : `${state} ${Math.floor(compressedPercent)}%`;

/** The cells of a file or part; plain elements, because hundreds of them pass by in one scroll. */
export function FileCells({ row }: { readonly row: FileRow }) {
  const Icon = ICON[row.state];
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
