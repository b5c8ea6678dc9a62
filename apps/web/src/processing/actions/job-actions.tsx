import type { JobAction } from "@swath/contract/processing";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { useArchiveActions } from "../../platform/area-contexts.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { useCopyLink } from "../../ui/feedback/snackbar.tsx";
import { isAnyAsked, isBlocked, useBlockedRows } from "../records/blocked-rows.ts";
import type { JobOfRow, JobRow, ProcessingRow } from "../records/processing-row.ts";
import { ChangeDialog, ExplainedDialog } from "./change-dialog.tsx";
import { openCloudTab } from "../../data/cloud-link.ts";
import { isResubmission, type JobChange, requestJob } from "./job-request.ts";
import { JobResultsDialog } from "./job-results-dialog.tsx";
import { isJudgement, useJudging } from "./use-judging.ts";
import { useUndo } from "./use-undo.tsx";

/** The way from a row to its actions. */
export interface JobActions {
  /** Whether the row waits for the next poll and takes no action. */
  readonly isBlocked: (row: ProcessingRow) => boolean;
  /** Carries out an action of a menu, after its dialog if it has one; `explained`: only says why not. */
  readonly begin: (row: ProcessingRow, job: JobRow, action: JobAction, explained?: string) => void;
  /** Runs work that changes these rows (by id); they take no action until the poll after it. */
  readonly whileBlocked: <T>(ids: readonly string[], work: () => Promise<T>) => Promise<T>;
}

const JobActionsContext = createContext<JobActions | undefined>(undefined);

export function useJobActions(): JobActions {
  const actions = use(JobActionsContext);
  if (actions === undefined) throw new Error("no job actions around this row");
  return actions;
}

interface ActingRowsProps {
  /** The rows of the last poll. */
  readonly rows: readonly ProcessingRow[];
  /** The moment at which that poll began. */
  readonly pollBegan: number;
  /** Polls the rows at once. */
  readonly onPoll: () => void;
  /** A judgement was confirmed, and is on its way to the server. */
  readonly onJudging?: ((change: JobChange) => void) | undefined;
  /** A judgement was refused, and its dialog opens again. */
  readonly onRefused?: ((change: JobChange) => void) | undefined;
  /** A change was carried out; `undo` undoes it, where that is possible. */
  readonly onChanged?: ((change: JobChange, undo: (() => void) | undefined) => void) | undefined;
  /** A change was undone. */
  readonly onTakenBack?: ((change: JobChange) => void) | undefined;
  readonly children: ReactNode;
}

/** The dialog that is open above the rows. */
type Opened =
  | { readonly is: "change"; readonly change: JobChange }
  | { readonly is: "explained"; readonly change: JobChange; readonly reason: string }
  | ({ readonly is: "results" } & JobOfRow);

/** A change that waits for a confirmation, with the error of the last one. */
interface Asked {
  readonly change: JobChange;
  readonly error: Error | null;
  readonly onCancel: () => void;
}

const isChanged = (error: Error): boolean =>
  error instanceof ApiError && error.code === "RECORD_CHANGED";

/** The message of a refused change. */
function faultOf(error: Error, { action }: JobChange): string {
  if (!isChanged(error)) return error.message;
  return isResubmission(action)
    ? "Someone has changed this record meanwhile; this is what would be overwritten now."
    : "Someone has changed this record meanwhile; the list shows it as it is now.";
}

/** The bounds for which the server refused an approval without a reason. */
function missedIn(error: Error): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== "BOUNDS_MISSED") return undefined;
  const { missed } = error.details as { readonly missed?: readonly string[] };
  return missed;
}

/**
 * Gives the rows of a page their actions: dialogs, calls, and the wait for the next poll.
 *
 * The rules of all pages of jobs; of a cell:
 *
 * job-pages/P1 a row that waits for the poll is grey and offers nothing;
 * job-pages/P2 guests see the tooltip alone;
 * job-pages/P3 an archived job that may be browsed is opened by a click on its status;
 * job-pages/P19 a judgement closes its dialog at once; where it is refused, the dialog opens again with
 *   what was typed and why it was refused, as soon as no other dialog is open;
 *
 * of a selection:
 *
 * job-pages/P4 new filters drop it with a message, so that no action reaches rows out of sight;
 * job-pages/P5 while everything is selected, a change of one row leaves the page's other rows selected;
 *
 * of a resubmission:
 *
 * job-pages/P6 a confirmation is about the state of the record whose impact is shown;
 * job-pages/P7 a run that would wait or fail needs a tick; a run that the server would end at once or
 *   refuses is not sent;
 * job-pages/P8 without the impact nothing is sent; without the preflight the tick is needed;
 *
 * of a custom processing:
 *
 * job-pages/P9 the submitted form is the one of the shown preflight;
 * job-pages/P10 a form that would wait or fail, or has no preflight, needs a tick; a form that the
 *   server would end at once or refuses is not sent;
 * job-pages/P11 a repeated request creates no second processing, unless the form changed in between;
 *
 * of the queue of jobs that await an answer:
 *
 * job-pages/P12 judged entries have left the list, so that later ones have moved up;
 * job-pages/P13 so have entries that other people judged, or that one answer took along: a page's total
 *   tells their number; entries that moved before the read page are read next, unless as many joined as
 *   left;
 * job-pages/P14 a page without entries is the end, unless the list has shrunk before it;
 *
 * of a log:
 *
 * job-pages/P15 the first read takes only the last piece, from the beginning of a line;
 * job-pages/P16 a log that became shorter is another log, and is read from its end again;
 * job-pages/P17 the kept text is bounded, however long a log is followed;
 * job-pages/P18 a log that is written without growing (a node keeps only the end of a long log) has a new
 *   end, which is read again.
 */
export function ActingRows(props: ActingRowsProps) {
  const { rows: polled, pollBegan, onPoll, onChanged, children } = props;
  const copy = useCopyLink();
  const archive = useArchiveActions();
  const { rows, block, release, whileBlocked } = useBlockedRows(onPoll);
  useUnfinishedWork(isAnyAsked(rows));
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const offerUndo = useUndo(whileBlocked);
  const done = (change: JobChange): void => {
    const undo = offerUndo(change, props.onTakenBack);
    onChanged?.(change, undo);
  };
  const { judge, shown, drop } = useJudging({
    isBusy: opened !== undefined,
    onSent: (change) => {
      block([change.row.id]);
      props.onJudging?.(change);
    },
    onAnswered: ({ row }) => release([row.id]),
    onDone: done,
    onRefused: (change) => props.onRefused?.(change),
  });
  const send = useSending({ block, release }, (change) => {
    close();
    done(change);
  });
  const { reset } = send;
  const begin = useCallback(
    (row: ProcessingRow, job: JobRow, action: JobAction, explained?: string): void => {
      reset();
      if (action === "copyLink") void copy(job.link ?? "");
      else if (action === "viewCloud") openCloudTab({ processing: row.id, job: job.name });
      else if (action === "copyArchiveLink") void copy(row.archiveLink ?? "");
      else if (action === "browseArchive") archive?.browse(row.archiveLink);
      else if (action === "viewFailures") setOpened({ is: "results", row, job });
      else {
        const change = { row, job, action };
        if (explained === undefined) setOpened({ is: "change", change });
        else setOpened({ is: "explained", change, reason: explained });
      }
    },
    [archive, copy, reset],
  );
  const actions = useMemo<JobActions>(
    () => ({ begin, whileBlocked, isBlocked: (row) => isBlocked(rows, row.id, pollBegan) }),
    [begin, whileBlocked, rows, pollBegan],
  );
  const asked: Asked | undefined =
    opened?.is === "change"
      ? { change: opened.change, error: send.error, onCancel: close }
      : shown && { ...shown, onCancel: drop };
  const confirm = (change: JobChange): void => {
    // After the message that the record changed, it is about the record as it is now.
    const isLate = asked?.error != null && isChanged(asked.error);
    const now = isLate ? polled.find(({ id }) => id === change.row.id) : undefined;
    const request = now === undefined ? change : { ...change, row: now };
    if (!isJudgement(change)) return send.mutate(request);
    asked?.onCancel();
    judge(request);
  };
  return (
    <JobActionsContext value={actions}>
      {children}
      {opened?.is === "results" ? <JobResultsDialog {...opened} onClose={close} /> : null}
      {opened?.is === "explained" ? <ExplainedDialog {...opened} onClose={close} /> : null}
      {asked === undefined ? null : (
        <ChangeDialog
          key={opened === undefined ? "refused" : "opened"}
          change={asked.change}
          busy={send.isPending}
          error={asked.error === null ? undefined : faultOf(asked.error, asked.change)}
          missed={asked.error === null ? undefined : missedIn(asked.error)}
          onConfirm={confirm}
          onCancel={asked.onCancel}
        />
      )}
    </JobActionsContext>
  );
}

/** Sends a change whose dialog waits for the answer. */
function useSending(
  { block, release }: Pick<ReturnType<typeof useBlockedRows>, "block" | "release">,
  onDone: (change: JobChange) => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: JobChange) => requestJob(api, change),
    onMutate: ({ row }) => block([row.id]),
    onSettled: (_reply, _error, { row }) => release([row.id]),
    onSuccess: (_reply, change) => onDone(change),
    onError: (error, { row }) => {
      // The dialog shows the impact on the record as it is now.
      if (isChanged(error))
        void queries.invalidateQueries({ queryKey: queryKeys.resubmission(row.id) });
    },
  });
}
