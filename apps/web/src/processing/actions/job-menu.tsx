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
import ScatterPlotOutlined from "@mui/icons-material/ScatterPlotOutlined";
import SkipNext from "@mui/icons-material/SkipNext";
import TravelExplore from "@mui/icons-material/TravelExplore";
import Undo from "@mui/icons-material/Undo";
import VerifiedOutlined from "@mui/icons-material/VerifiedOutlined";
import { JOB_ACTIONS, type JobAction, type OfferedAction } from "@swath/contract/processing";
import type { MenuAction } from "../../ui/status/action-menu.tsx";
import type { JobRow, ProcessingRow } from "../records/processing-row.ts";
import type { JobActions } from "./job-actions.tsx";

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
  viewCloud: ScatterPlotOutlined,
  copyLink: ContentCopy,
  copyArchiveLink: FolderZipOutlined,
  browseArchive: TravelExplore,
};

/** The icon of an action in a menu. */
export function ActionIcon({ action }: { action: JobAction }) {
  const Icon = ICON[action];
  return <Icon fontSize="small" />;
}

/** The entries of a job's menu; a disabled entry says why. */
export function jobMenu(
  row: ProcessingRow,
  job: JobRow,
  actions: readonly OfferedAction[],
  begin: JobActions["begin"],
): MenuAction[] {
  return actions.map((offered) =>
    entryOf(row, job, offered, () => begin(row, job, offered.action, offered.explained)),
  );
}

function entryOf(
  row: ProcessingRow,
  job: JobRow,
  { action, disabled }: OfferedAction,
  onSelect: () => void,
): MenuAction {
  const links = { copyLink: job.link, copyArchiveLink: row.archiveLink };
  const link = action === "copyLink" || action === "copyArchiveLink" ? links[action] : null;
  return {
    key: action,
    label: JOB_ACTIONS[action].label.replace("{name}", job.label),
    icon: <ActionIcon action={action} />,
    detail: disabled ?? link ?? undefined,
    code: disabled === undefined && link !== null,
    ...(disabled === undefined ? { onSelect } : {}),
  };
}
