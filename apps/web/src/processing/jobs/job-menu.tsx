import { JOB_ACTIONS, type OfferedAction } from "@swath/contract/processing";
import type { MenuAction } from "../../ui/status/action-menu.tsx";
import { ActionIcon } from "../actions/action-icon.tsx";
import type { JobActions } from "../actions/job-actions-context.ts";
import type { OpenReview } from "../review/address/review-context.ts";
import { ReviewIcon } from "../review/address/review-icon.tsx";
import { REVIEW_ENTRIES } from "../review/address/review-menu.ts";
import type { JobRow, ProcessingRow } from "../rows/processing-row.ts";

/** A job's menu; an entry that cannot be chosen says why. */
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

/** What only reads, below a job's actions. */
export function reviewEntries(
  row: ProcessingRow,
  job: JobRow,
  open: OpenReview,
  divided: boolean,
): MenuAction[] {
  return REVIEW_ENTRIES.map(({ panel, label }, index) => ({
    key: panel,
    label,
    icon: <ReviewIcon panel={panel} />,
    divided: index === 0 && divided,
    onSelect: () => open(row, job, panel),
  }));
}
