import Autorenew from "@mui/icons-material/Autorenew";
import BackHandOutlined from "@mui/icons-material/BackHandOutlined";
import Block from "@mui/icons-material/Block";
import Cancel from "@mui/icons-material/Cancel";
import CheckCircle from "@mui/icons-material/CheckCircle";
import CloudDone from "@mui/icons-material/CloudDone";
import CloudOff from "@mui/icons-material/CloudOff";
import CloudUploadOutlined from "@mui/icons-material/CloudUploadOutlined";
import ErrorIcon from "@mui/icons-material/Error";
import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import HandymanOutlined from "@mui/icons-material/HandymanOutlined";
import History from "@mui/icons-material/History";
import HourglassEmpty from "@mui/icons-material/HourglassEmpty";
import Inventory2 from "@mui/icons-material/Inventory2";
import LayersClear from "@mui/icons-material/LayersClear";
import MoreTime from "@mui/icons-material/MoreTime";
import NewReleases from "@mui/icons-material/NewReleases";
import PauseCircle from "@mui/icons-material/PauseCircle";
import PanTool from "@mui/icons-material/PanTool";
import Queue from "@mui/icons-material/Queue";
import RadioButtonUnchecked from "@mui/icons-material/RadioButtonUnchecked";
import Remove from "@mui/icons-material/Remove";
import Schedule from "@mui/icons-material/Schedule";
import Straighten from "@mui/icons-material/Straighten";
import SyncProblem from "@mui/icons-material/SyncProblem";
import Update from "@mui/icons-material/Update";
import Verified from "@mui/icons-material/Verified";
import WarningAmber from "@mui/icons-material/WarningAmber";
import Box from "@mui/material/Box";

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
  none: Remove,
  waiting: RadioButtonUnchecked,
  prequeue: Schedule,
  queuing: MoreTime,
  warning: WarningAmber,
  qaPending: FactCheckOutlined,
  verified: Verified,
  verifiedWithErrors: NewReleases,
  handRequired: BackHandOutlined,
  hand: HandymanOutlined,
  ignored: Block,
  unavailable: CloudOff,
  superseded: LayersClear,
  hourglass: HourglassEmpty,
  measured: Straighten,
} as const;

/** The icon of a status, by what it shows. */
export type StatusGlyph = keyof typeof ICON;

interface StatusIconProps {
  readonly glyph: StatusGlyph;
  /** Somebody set it by hand: it has the sign of a hand. */
  readonly byHand?: boolean;
  /** What it was made by was changed since: it has the sign of a clock. */
  readonly outdated?: boolean;
  readonly size?: number;
}

/** The icon of a status; its meaning is in the text around it. */
export function StatusIcon(props: StatusIconProps) {
  const { glyph, byHand = false, outdated = false, size = 18 } = props;
  const Icon = ICON[glyph];
  const icon = <Icon aria-hidden="true" sx={{ fontSize: size }} />;
  if (!byHand && !outdated) return icon;
  return (
    <Box component="span" sx={{ display: "inline-flex", alignItems: "end" }}>
      {icon}
      {byHand ? <PanTool aria-hidden="true" data-testid="by-hand" sx={{ fontSize: 11 }} /> : null}
      {outdated ? <Update aria-hidden="true" data-testid="outdated" sx={{ fontSize: 13 }} /> : null}
    </Box>
  );
}
