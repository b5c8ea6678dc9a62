import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { JobAction } from "@swath/contract/processing";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { useArchiveActions } from "../../platform/archive-actions.tsx";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { useSnackbar } from "../../ui/snackbar/snackbar-context.ts";
import { useCopyLink } from "../../ui/snackbar/use-copy-link.tsx";
import { JobResultsDialog } from "../failures/job-results-dialog.tsx";
import type { JobRow, ProcessingRow } from "../rows/processing-row.ts";
import { isBlocked } from "./blocked-rows.ts";
import { ChangeDialog, ExplainedDialog, isConfirmed } from "./change-dialog.tsx";
import { type JobActions, JobActionsProvider } from "./job-actions-context.ts";
import { type ChangingAction, isResubmission, type JobChange, sendChange } from "./job-request.ts";
import { useBlockedRows } from "./use-blocked-rows.ts";
import { useUndoneQA } from "./use-undone-qa.tsx";

interface ActingRowsProps {
  /** As the last poll brought them. */
  readonly rows: readonly ProcessingRow[];
  /** When the poll that brought the rows began. */
  readonly pollBegan: number;
  /** Polls the rows at once. */
  readonly onPoll: () => void;
  /** A change was done; `undo` takes it back, where something does. */
  readonly onChanged?: ((change: JobChange, undo: (() => void) | undefined) => void) | undefined;
  /** QA that was completed was taken back. */
  readonly onTakenBack?: ((change: JobChange) => void) | undefined;
  readonly children: ReactNode;
}

/** What is open above the rows. */
type Opened =
  | { readonly is: "change"; readonly change: JobChange }
  | { readonly is: "explained"; readonly change: JobChange; readonly reason: string }
  | { readonly is: "results"; readonly row: ProcessingRow; readonly job: JobRow };

const isChanged = (error: Error): boolean =>
  error instanceof ApiError && error.code === "RECORD_CHANGED";

/** What a refused change says. */
function faultOf(error: Error, change?: JobChange): string {
  if (!isChanged(error)) return error.message;
  return change !== undefined && isResubmission(change.action)
    ? "Someone has changed this record meanwhile; this is what would be overwritten now."
    : "Someone has changed this record meanwhile; the list shows it as it is now.";
}

/** The bounds that an approval without words was refused for. */
function missedIn(error: Error | null): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== "BOUNDS_MISSED") return undefined;
  const { missed } = error.details as { readonly missed?: readonly string[] };
  return missed;
}

/** The rows of a dashboard with what can be done to them: dialogs, calls, and rows that wait. */
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
    mutationFn: (change: JobChange) => sendChange(api, change),
    onMutate: ({ row }) => block([row.id]),
    onSettled: (_reply, _error, { row }) => release([row.id]),
    onSuccess: (_reply, change) => {
      setOpened(undefined);
      onChanged?.(change, offerUndo(change, onTakenBack));
    },
    onError: (error, change) => {
      // What was confirmed is not any more: the dialog shows what is.
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
  /** Confirmed again after the message that the record changed: of the record as it is now. */
  const confirm = (change: JobChange): void => {
    const now =
      send.error !== null && isChanged(send.error) && polled.find(({ id }) => id === change.row.id);
    mutate(now ? { ...change, row: now } : change);
  };
  return (
    <JobActionsProvider value={actions}>
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
    </JobActionsProvider>
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
