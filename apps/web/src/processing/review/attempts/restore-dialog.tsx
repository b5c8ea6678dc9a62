import Box from "@mui/material/Box";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResubmitImpact } from "@swath/contract/processing";
import { useApi } from "../../../platform/api/api-context.tsx";
import { queryKeys } from "../../../platform/query/query-keys.ts";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { formatDuration } from "../../../ui/format/duration.ts";
import { useSnackbar } from "../../../ui/snackbar/snackbar-context.ts";
import { impactQuery, type JobPlace, restoreAttempt } from "../review-queries.ts";

interface RestoreDialogProps {
  readonly place: JobPlace;
  readonly label: string;
  readonly attempt: number;
  readonly onRestored: () => void;
  readonly onClose: () => void;
}

/** Makes an earlier attempt's outputs the job's again, once it is confirmed what begins anew by it. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { place, label, attempt, onRestored, onClose } = props;
  const { processingId, job } = place;
  const api = useApi();
  const queries = useQueryClient();
  const show = useSnackbar();
  const impact = useQuery({ ...impactQuery(api, place), staleTime: 0 });
  const restoring = useMutation({
    mutationFn: () => restoreAttempt(api, { ...place, attempt }),
    onSuccess: () => {
      onRestored();
      show({ severity: "success", text: `Attempt ${attempt} of ${label} is the job's again` });
      onClose();
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.attempts(processingId, job) }),
        queries.invalidateQueries({ queryKey: queryKeys.processing(processingId) }),
      ]),
  });
  return (
    <ConfirmDialog
      title={`Restore attempt ${attempt} of ${label}`}
      text={
        <>
          The outputs of attempt {attempt} become the job's again; those of the current attempt are
          kept. QA and marks of the current attempt do not count for it.
          <Later impact={impact.data} job={job} failed={impact.error?.message} />
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

/** The jobs that begin anew, and how long they took. */
function Later({ impact, job, failed }: LaterProps) {
  const said = { component: "span", sx: { display: "block", mt: 1 } } as const;
  if (failed !== undefined)
    return <Box {...said}>What begins anew by it could not be read: {failed}</Box>;
  if (impact === undefined) return <Box {...said}>Reading what begins anew by it…</Box>;
  const later = impact.Overwritten.filter(({ Name }) => Name !== job);
  if (later.length === 0) return <Box {...said}>No other job is set back.</Box>;
  const seconds = later.reduce((sum, { Seconds }) => sum + (Seconds ?? 0), 0);
  return (
    <>
      <Box {...said}>
        These are set back and begin anew; what they left is OVERWRITTEN:{" "}
        <strong>{later.map(({ Label }) => Label).join(", ")}</strong>
        {seconds === 0 ? "." : ` (they took ${formatDuration(seconds * 1_000)}).`}
      </Box>
      {impact.Kept.length === 0 ? null : (
        <Box {...said}>Kept as they are: {impact.Kept.join(", ")}.</Box>
      )}
    </>
  );
}
