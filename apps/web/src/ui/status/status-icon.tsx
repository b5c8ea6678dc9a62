import Autorenew from "@mui/icons-material/Autorenew";
import Cancel from "@mui/icons-material/Cancel";
import CheckCircle from "@mui/icons-material/CheckCircle";
import CloudDone from "@mui/icons-material/CloudDone";
import CloudUploadOutlined from "@mui/icons-material/CloudUploadOutlined";
import ErrorIcon from "@mui/icons-material/Error";
import History from "@mui/icons-material/History";
import Inventory2 from "@mui/icons-material/Inventory2";
import PauseCircle from "@mui/icons-material/PauseCircle";
import Queue from "@mui/icons-material/Queue";
import SyncProblem from "@mui/icons-material/SyncProblem";

const ICON = {
  upload: CloudUploadOutlined,
  working: Autorenew,
  paused: PauseCircle,
  queued: Queue,
  failed: ErrorIcon,
  cancelled: Cancel,
  stalled: SyncProblem,
  sent: CloudDone,
  ready: CheckCircle,
  archived: Inventory2,
  legacy: History,
} as const;

/** The icon of a status, by what it shows. */
export type StatusGlyph = keyof typeof ICON;

/** The icon of a status; its meaning is in the text around it. */
export function StatusIcon({ glyph }: { glyph: StatusGlyph }) {
  const Icon = ICON[glyph];
  return <Icon aria-hidden="true" sx={{ fontSize: 18 }} />;
}
