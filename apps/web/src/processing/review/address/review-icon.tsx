import FolderOutlined from "@mui/icons-material/FolderOutlined";
import HistoryToggleOff from "@mui/icons-material/HistoryToggleOff";
import ImageSearch from "@mui/icons-material/ImageSearch";
import Notes from "@mui/icons-material/Notes";
import RestorePage from "@mui/icons-material/RestorePage";
import type { ReviewPanel } from "./review-address.ts";

const ICON: Readonly<Record<ReviewPanel, typeof Notes>> = {
  results: ImageSearch,
  files: FolderOutlined,
  attempts: RestorePage,
  log: Notes,
  timeline: HistoryToggleOff,
};

/** The icon of a review's panel in a menu. */
export function ReviewIcon({ panel }: { panel: ReviewPanel }) {
  const Icon = ICON[panel];
  return <Icon fontSize="small" />;
}
