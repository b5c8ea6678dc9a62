import Box from "@mui/material/Box";
import { endpoints } from "@swath/contract/endpoints";
import { type Attempt, isRunning, type ResubmitImpact } from "@swath/contract/processing";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callQuery } from "../../data/queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { formatDuration } from "../../ui/text/format.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { requestJob } from "../actions/job-request.ts";
import {
  type JobOfRow,
  type JobRow,
  jobsOf,
  type ProcessingRow,
} from "../records/processing-row.ts";

interface RestoreDialogProps extends JobOfRow {
  readonly attempt: number;
  readonly onRestored: () => void;
  readonly onClose: () => void;
}

/** Makes the outputs of an earlier attempt the job's again, after a look at the jobs that this sets back. */
export function RestoreDialog({ row, job, attempt, onRestored, onClose }: RestoreDialogProps) {
  const { name, label } = job;
  const api = useApi();
  const queries = useQueryClient();
  const show = useSnackbar();
  const impact = useQuery({
    ...callQuery(api, queryKeys.resubmitImpact(row.id, name), endpoints.readResubmitImpact, {
      params: { processingId: row.id, name },
    }),
    staleTime: 0,
  });
  const restoring = useMutation({
    mutationFn: () => requestJob(api, { row, job, action: "restoreAttempt", attempt }),
    onSuccess: () => {
      onRestored();
      show({ severity: "success", text: `Attempt ${attempt} of ${label} is current again` });
      onClose();
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.attempts(row.id, name) }),
        queries.invalidateQueries({ queryKey: queryKeys.processing(row.id) }),
      ]),
  });
  return (
    <ConfirmDialog
      title={`Restore attempt ${attempt} of ${label}`}
      text={
        <>
          The outputs of attempt {attempt} become current again; those of the present attempt are
          kept. QA and marks of the present attempt do not apply to it.
          <Later impact={impact.data} job={name} failed={impact.error?.message} />
        </>
      }
      confirm="Restore"
      destructive
      busy={restoring.isPending}
      error={restoring.error?.message}
      onConfirm={() => restoring.mutate()}
      onCancel={onClose}
    />
  );
}

interface LaterProps {
  readonly impact: ResubmitImpact | undefined;
  readonly job: string;
  readonly failed: string | undefined;
}

/** The jobs that start again, and their duration so far. */
function Later({ impact, job, failed }: LaterProps) {
  const said = { component: "span", sx: { display: "block", mt: 1 } } as const;
  if (failed !== undefined)
    return <Box {...said}>The jobs that run again could not be listed: {failed}</Box>;
  if (impact === undefined) return <Box {...said}>Listing the jobs that run again…</Box>;
  const later = impact.Overwritten.filter(({ Name }) => Name !== job);
  if (later.length === 0) return <Box {...said}>No other job runs again.</Box>;
  const seconds = later.reduce((sum, { Seconds }) => sum + (Seconds ?? 0), 0);
  return (
    <>
      <Box {...said}>
        These run again, and their outputs are OVERWRITTEN:{" "}
        <strong>{later.map(({ Label }) => Label).join(", ")}</strong>
        {seconds === 0 ? "." : ` (they took ${formatDuration(seconds * 1_000)}).`}
      </Box>
      {impact.Kept.length === 0 ? null : (
        <Box {...said}>Kept as they are: {impact.Kept.join(", ")}.</Box>
      )}
    </>
  );
}

/** The status that an accepted outcome gives the job, as on the server. */
const LEAVES: ReadonlyMap<Attempt["outcome"], JobRow["status"]> = new Map([
  ["succeed", "COMPLETED"],
  ["finishWithErrors", "COMPLETED_WITH_ERRORS"],
  ["requireManual", "MANUAL_PROCESSING_REQUIRED"],
]);
const RESTORABLE: ReadonlySet<JobRow["status"]> = new Set([
  "COMPLETED",
  "COMPLETED_WITH_ERRORS",
  "FAILED",
  "QA_COMPLETED",
  "QA_COMPLETED_WITH_ERRORS",
  "MANUALLY_PROCESSED",
  "IGNORE",
]);

/** Why the server would refuse to restore an attempt now; undefined where it would not. */
export function restoreRefusal(
  row: ProcessingRow,
  job: JobRow,
  of: Attempt,
  isAllowed: boolean,
): string | undefined {
  if (of.outcome === null) return "It is under way";
  if (!LEAVES.has(of.outcome)) return "It left no accepted output";
  if (!of.kept) return "Its outputs were removed";
  if (!isAllowed) return "Only members of the resubmit groups may restore";
  if (jobsOf(row).some(({ status }) => isRunning(status)))
    return "A job of this processing is queued or running";
  return RESTORABLE.has(job.status) ? undefined : "The job's status does not allow it";
}

/** Whether restoring an attempt changes the job's status or QA. */
export const changesBy = (job: JobRow, { outcome }: Attempt): boolean =>
  job.qaUser !== null || job.status !== LEAVES.get(outcome);
