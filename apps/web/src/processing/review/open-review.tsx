import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import FolderOutlined from "@mui/icons-material/FolderOutlined";
import HistoryToggleOff from "@mui/icons-material/HistoryToggleOff";
import ImageSearch from "@mui/icons-material/ImageSearch";
import Notes from "@mui/icons-material/Notes";
import RestorePage from "@mui/icons-material/RestorePage";
import Button from "@mui/material/Button";
import type { Role } from "@swath/contract/identity";
import { rowCondition } from "@swath/contract/processing";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useEffectEvent, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { KeyCap } from "../../ui/dialog/shortcuts.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import type { MenuAction } from "../../ui/status/action-menu.tsx";
import type { ReviewPanel } from "../records/dialog-addresses.ts";
import { actionFacts, type JobRow, type ProcessingRow } from "../records/processing-row.ts";
import { type QueueList, readQueuePage } from "./queue-query.ts";
import { stopsOf } from "./use-queue.ts";

/** Opens a panel of a job's review above the list. */
export type OpenReview = (row: ProcessingRow, job: JobRow, panel: ReviewPanel) => void;

/** The way to a review; undefined where none can be opened: for guests, and within a review. */
export const ReviewContext = createContext<OpenReview | undefined>(undefined);

export const useOpenReview = (): OpenReview | undefined => use(ReviewContext);

interface ReviewEntry {
  readonly panel: ReviewPanel;
  readonly label: string;
  readonly Icon: typeof Notes;
}

const ENTRIES: readonly ReviewEntry[] = [
  { panel: "results", label: "Review results", Icon: ImageSearch },
  { panel: "files", label: "Files", Icon: FolderOutlined },
  { panel: "attempts", label: "Attempts", Icon: RestorePage },
  { panel: "log", label: "Log", Icon: Notes },
  { panel: "timeline", label: "Timeline", Icon: HistoryToggleOff },
];

/** The entries of a job's menu that open its review, below its actions. */
export function reviewEntries(
  row: ProcessingRow,
  job: JobRow,
  open: OpenReview,
  divided: boolean,
): MenuAction[] {
  return ENTRIES.map(({ panel, label, Icon }, index) => ({
    key: panel,
    label,
    icon: <Icon fontSize="small" />,
    divided: index === 0 && divided,
    onSelect: () => open(row, job, panel),
  }));
}

/** Conditions of a row whose jobs have only a tooltip, or lead to their archive. */
const WITHOUT: ReadonlySet<string> = new Set([
  "contract/O1",
  "contract/O2",
  "contract/O3",
  "contract/O4",
]);
const NEVER_RAN: ReadonlySet<string> = new Set(["NOT_APPLICABLE", "NOT_COMMENCED", "UNAVAILABLE"]);

/** Whether a job's menu leads to its review: the job has run, and its row has menus. */
export function leadsToReview(row: ProcessingRow, job: JobRow, roles: readonly Role[]): boolean {
  if (WITHOUT.has(rowCondition(actionFacts(row, job, roles)).rule)) return false;
  return job.attempts > 0 || !NEVER_RAN.has(job.status);
}

const NONE = "Nothing in this list awaits QA";

/**
 * Opens the review of a list's first job that awaits QA, by a press or by Alt+Q; inside the review
 * its own keys lead from one to the next.
 */
export function NextAwaiting({ list }: { readonly list: QueueList }) {
  const api = useApi();
  const queries = useQueryClient();
  const { roles } = useIdentity();
  const open = useOpenReview();
  const show = useSnackbar();
  const [isLooking, setLooking] = useState(false);
  const go = async (): Promise<void> => {
    if (open === undefined || isLooking) return;
    setLooking(true);
    try {
      const { entries } = await queries.fetchQuery(readQueuePage(api, list));
      const [first] = stopsOf(entries, roles);
      if (first === undefined) show({ severity: "info", text: NONE });
      else open(first.row, first.job, "results");
    } catch (error) {
      show({ severity: "error", text: (error as Error).message });
    } finally {
      setLooking(false);
    }
  };
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { altKey, ctrlKey, metaKey, code } = event;
    // A dialog above the list has its own keys.
    const isCovered = document.querySelector("[role=dialog]") !== null;
    if (!altKey || ctrlKey || metaKey || code !== "KeyQ" || isCovered) return;
    event.preventDefault();
    void go();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  if (open === undefined) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<FactCheckOutlined />}
      loading={isLooking}
      aria-keyshortcuts="Alt+Q"
      onClick={() => void go()}
    >
      Next awaiting QA<KeyCap aria-hidden="true">Alt+Q</KeyCap>
    </Button>
  );
}
