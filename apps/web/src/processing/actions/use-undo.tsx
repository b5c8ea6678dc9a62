import Button from "@mui/material/Button";
import { BULK_REVERSES, type BulkAction, JOB_ACTIONS } from "@swath/contract/processing";
import { useApi } from "../../platform/api/api.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { actionFacts } from "../records/processing-row.ts";
import { type ChangingAction, type JobChange, requestJob } from "./job-request.ts";

interface Undone {
  /** Messages about a job of a sensor log. */
  readonly done: (of: string) => string;
  readonly failed: (of: string, why: string) => string;
}

/** By the action that undoes; superseding needs a reason, so that it undoes nothing. */
const UNDONE = {
  undoQA: {
    done: (of) => `${of}: its QA was taken back`,
    failed: (of, why) => `${of}: its QA stays. ${why}`,
  },
  markUtilised: {
    done: (of) => `${of}: it is utilised again`,
    failed: (of, why) => `${of}: it stays superseded. ${why}`,
  },
} as const satisfies Partial<Record<ChangingAction, Undone>>;
type Undoing = keyof typeof UNDONE;

/** The action that undoes a change without a reason. */
function undoingOf({ action }: JobChange): Undoing | undefined {
  const reverse = BULK_REVERSES[action as BulkAction];
  return reverse === "undoQA" || reverse === "markUtilised" ? reverse : undefined;
}

/** Whether a change has a reverse, so that it is announced here. */
export const isAnnounced = (change: JobChange): boolean => undoingOf(change) !== undefined;

/**
 * Announces a change that has a reverse, and offers Undo while it may be undone. Returns the function
 * that undoes it, or undefined.
 */
export function useUndo(
  whileBlocked: <T>(ids: readonly string[], work: () => Promise<T>) => Promise<T>,
) {
  const api = useApi();
  const show = useSnackbar();
  return (
    change: JobChange,
    onTakenBack?: (change: JobChange) => void,
  ): (() => void) | undefined => {
    const { row, job, action } = change;
    const undoing = undoingOf(change);
    if (undoing === undefined) return undefined;
    const { done, failed } = UNDONE[undoing];
    const isLate = undoing === "undoQA" && actionFacts(row, job, []).job.laterBegan;
    const of = `${job.label} of ${row.sensorId}`;
    const undo = async (): Promise<void> => {
      try {
        // The record has changed by the action itself.
        const request = { row, job, action: undoing, updated: null } as const;
        await whileBlocked([row.id], () => requestJob(api, request));
        show({ severity: "success", text: done(of) });
        onTakenBack?.(change);
      } catch (error) {
        const { message } = error as Error;
        show({ severity: "error", text: failed(of, message) });
      }
    };
    const back = isLate ? undefined : () => void undo();
    show({
      severity: "success",
      text: `${of}: ${JOB_ACTIONS[action].label}`,
      action: back && (
        <Button color="inherit" size="small" onClick={back}>
          Undo
        </Button>
      ),
    });
    return back;
  };
}
