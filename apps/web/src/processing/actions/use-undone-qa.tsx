import Button from "@mui/material/Button";
import { JOB_ACTIONS } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { useApi } from "../../platform/api/api-context.tsx";
import { useSnackbar } from "../../ui/snackbar/snackbar-context.ts";
import { actionFacts } from "../rows/processing-row.ts";
import type { JobActions } from "./job-actions-context.ts";
import type { JobChange } from "./job-request.ts";

const isQA = ({ action }: JobChange): boolean =>
  action === "completeQA" || action === "completeQAWithErrors";

/**
 * Says that a job's QA was completed, and offers to take it back where what follows has not begun.
 * Answers what takes it back; undefined where nothing does.
 */
export function useUndoneQA(whileBlocked: JobActions["whileBlocked"]) {
  const api = useApi();
  const show = useSnackbar();
  return (
    change: JobChange,
    onTakenBack?: (change: JobChange) => void,
  ): (() => void) | undefined => {
    if (!isQA(change)) return undefined;
    const { row, job, action } = change;
    const of = `${job.label} of ${row.sensorId}`;
    const body = { process_id: row.id, cluster_name: job.name };
    const undo = async (): Promise<void> => {
      try {
        await whileBlocked([row.id], () => api.call(endpoints.undoQA, { body }));
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
