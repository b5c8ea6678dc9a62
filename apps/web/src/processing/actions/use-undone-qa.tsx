import Button from "@mui/material/Button";
import { JOB_ACTIONS } from "@swath/contract/processing";
import { useApi } from "../../platform/api/api.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { actionFacts } from "../records/processing-row.ts";
import { type JobChange, requestJob } from "./job-request.ts";

const isQA = ({ action }: JobChange): boolean =>
  action === "completeQA" || action === "completeQAWithErrors";

/**
 * Announces that a job's QA was completed, and offers Undo while no later job has begun. Returns the
 * function that undoes it, or undefined.
 */
export function useUndoneQA(
  whileBlocked: <T>(ids: readonly string[], work: () => Promise<T>) => Promise<T>,
) {
  const api = useApi();
  const show = useSnackbar();
  return (
    change: JobChange,
    onTakenBack?: (change: JobChange) => void,
  ): (() => void) | undefined => {
    if (!isQA(change)) return undefined;
    const { row, job, action } = change;
    const of = `${job.label} of ${row.sensorId}`;
    const undo = async (): Promise<void> => {
      try {
        // The record has changed by the QA itself.
        const request = { row, job, action: "undoQA", updated: null } as const;
        await whileBlocked([row.id], () => requestJob(api, request));
        show({ severity: "success", text: `${of}: its QA was taken back` });
        onTakenBack?.(change);
      } catch (error) {
        const { message } = error as Error;
        show({ severity: "error", text: `${of}: its QA stays. ${message}` });
      }
    };
    const back = actionFacts(row, job, []).job.laterBegan ? undefined : () => void undo();
    show({
      severity: "success",
      text: `${of}: ${JOB_ACTIONS[action].label}`,
      action:
        back === undefined ? undefined : (
          <Button color="inherit" size="small" onClick={back}>
            Undo
          </Button>
        ),
    });
    return back;
  };
}
