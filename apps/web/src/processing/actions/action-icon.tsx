import CancelOutlined from "@mui/icons-material/CancelOutlined";
import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import ContentCopy from "@mui/icons-material/ContentCopy";
import FolderZipOutlined from "@mui/icons-material/FolderZipOutlined";
import HandymanOutlined from "@mui/icons-material/HandymanOutlined";
import LayersClearOutlined from "@mui/icons-material/LayersClearOutlined";
import LayersOutlined from "@mui/icons-material/LayersOutlined";
import NotInterested from "@mui/icons-material/NotInterested";
import ReceiptLongOutlined from "@mui/icons-material/ReceiptLongOutlined";
import Replay from "@mui/icons-material/Replay";
import RuleOutlined from "@mui/icons-material/RuleOutlined";
import SkipNext from "@mui/icons-material/SkipNext";
import TravelExplore from "@mui/icons-material/TravelExplore";
import Undo from "@mui/icons-material/Undo";
import VerifiedOutlined from "@mui/icons-material/VerifiedOutlined";
import type { JobAction } from "@swath/contract/processing";

const ICON: Readonly<Record<JobAction, typeof Replay>> = {
  resubmitJob: Replay,
  resubmit: Replay,
  completeQA: VerifiedOutlined,
  completeQAWithErrors: RuleOutlined,
  undoQA: Undo,
  markManuallyProcessed: HandymanOutlined,
  markIgnored: NotInterested,
  markCompleted: CheckCircleOutlined,
  markSuperseded: LayersClearOutlined,
  markUtilised: LayersOutlined,
  submitToLMS: SkipNext,
  submitLMS: SkipNext,
  cancelLMS: CancelOutlined,
  submitToNextStage: SkipNext,
  cancelJob: CancelOutlined,
  viewFailures: ReceiptLongOutlined,
  copyLink: ContentCopy,
  copyArchiveLink: FolderZipOutlined,
  browseArchive: TravelExplore,
};

/** The icon of an action in a menu. */
export function ActionIcon({ action }: { action: JobAction }) {
  const Icon = ICON[action];
  return <Icon fontSize="small" />;
}
