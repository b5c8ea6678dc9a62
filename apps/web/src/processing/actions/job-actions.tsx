import type { JobAction } from "@swath/contract/processing";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { useArchiveActions } from "../../platform/area-contexts.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { useSnackbar, useCopyLink } from "../../ui/feedback/snackbar.tsx";
import { isBlocked, useBlockedRows } from "../records/blocked-rows.ts";
import type { JobRow, ProcessingRow } from "../records/processing-row.ts";
import { ChangeDialog, ExplainedDialog, isConfirmed } from "./change-dialog.tsx";
import { type ChangingAction, isResubmission, type JobChange, requestJob } from "./job-request.ts";
import { JobResultsDialog } from "./job-results-dialog.tsx";
import { useUndoneQA } from "./use-undone-qa.tsx";

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
  /** A change was carried out; `undo` undoes it, where that is possible. */
  readonly onChanged?: ((change: JobChange, undo: (() => void) | undefined) => void) | undefined;
  /** Completed QA was undone. */
  readonly onTakenBack?: ((change: JobChange) => void) | undefined;
  readonly children: ReactNode;
}

/** The dialog that is open above the rows. */
type Opened =
  | { readonly is: "change"; readonly change: JobChange }
  | { readonly is: "explained"; readonly change: JobChange; readonly reason: string }
  | { readonly is: "results"; readonly row: ProcessingRow; readonly job: JobRow };

const isChanged = (error: Error): boolean =>
  error instanceof ApiError && error.code === "RECORD_CHANGED";

/** The message of a refused change. */
function faultOf(error: Error, change?: JobChange): string {
  if (!isChanged(error)) return error.message;
  return change !== undefined && isResubmission(change.action)
    ? "Someone has changed this record meanwhile; this is what would be overwritten now."
    : "Someone has changed this record meanwhile; the list shows it as it is now.";
}

/** The bounds for which the server refused an approval without a reason. */
function missedIn(error: Error | null): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== "BOUNDS_MISSED") return undefined;
  const { missed } = error.details as { readonly missed?: readonly string[] };
  return missed;
}

/** Gives the rows of a dashboard their actions: dialogs, calls, and the wait for the next poll. */
export function ActingRows({
  rows: polled,
  pollBegan,
  onPoll,
  onChanged,
  onTakenBack,
  children,
}: ActingRowsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const show = useSnackbar();
  const copy = useCopyLink();
  const archive = useArchiveActions();
  const { rows, block, release, whileBlocked } = useBlockedRows(onPoll);
  const [opened, setOpened] = useState<Opened>();
  const offerUndo = useUndoneQA(whileBlocked);
  const send = useMutation({
    mutationFn: (change: JobChange) => requestJob(api, change),
    onMutate: ({ row }) => block([row.id]),
    onSettled: (_reply, _error, { row }) => release([row.id]),
    onSuccess: (_reply, change) => {
      setOpened(undefined);
      onChanged?.(change, offerUndo(change, onTakenBack));
    },
    onError: (error, change) => {
      // The dialog shows the impact on the record as it is now.
      if (isChanged(error))
        void queries.invalidateQueries({ queryKey: queryKeys.resubmission(change.row.id) });
      // A dialog shows its own failure.
      if (!isConfirmed(change)) show({ severity: "error", text: faultOf(error) });
    },
  });
  const { mutate, reset } = send;
  const begin = useCallback(
    (row: ProcessingRow, job: JobRow, action: JobAction, explained?: string): void => {
      reset();
      if (action === "copyLink") void copy(job.link ?? "");
      else if (action === "copyArchiveLink") void copy(row.archiveLink ?? "");
      else if (action === "browseArchive") archive?.browse(row.archiveLink);
      else if (action === "viewFailures") setOpened({ is: "results", row, job });
      else beginChange({ row, job, action }, explained, setOpened, mutate);
    },
    [archive, copy, mutate, reset],
  );
  const actions = useMemo<JobActions>(
    () => ({ begin, whileBlocked, isBlocked: (row) => isBlocked(rows, row.id, pollBegan) }),
    [begin, whileBlocked, rows, pollBegan],
  );
  const close = (): void => setOpened(undefined);
  /** A second confirmation, after the message that the record changed, is about the record as it is now. */
  const confirm = (change: JobChange): void => {
    const now =
      send.error !== null && isChanged(send.error) && polled.find(({ id }) => id === change.row.id);
    mutate(now ? { ...change, row: now } : change);
  };
  return (
    <JobActionsContext value={actions}>
      {children}
      {opened?.is === "results" ? (
        <JobResultsDialog row={opened.row} job={opened.job} onClose={close} />
      ) : null}
      {opened?.is === "explained" ? (
        <ExplainedDialog change={opened.change} reason={opened.reason} onClose={close} />
      ) : null}
      {opened?.is === "change" ? (
        <ChangeDialog
          change={opened.change}
          busy={send.isPending}
          error={send.error === null ? undefined : faultOf(send.error, opened.change)}
          missed={missedIn(send.error)}
          onConfirm={confirm}
          onCancel={close}
        />
      ) : null}
    </JobActionsContext>
  );
}

/** Opens the dialog that a change needs, or sends it at once. */
function beginChange(
  change: JobChange & { readonly action: ChangingAction },
  explained: string | undefined,
  open: (opened: Opened) => void,
  send: (change: JobChange) => void,
): void {
  if (explained !== undefined) open({ is: "explained", change, reason: explained });
  else if (isConfirmed(change)) open({ is: "change", change });
  else send(change);
}
