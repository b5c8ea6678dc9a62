import Button from "@mui/material/Button";
import { JOB_ACTIONS } from "@swath/contract/processing";
import { useApi } from "../../platform/api/api.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { actionFacts } from "../records/processing-row.ts";
import { type ChangingAction, type JobChange, requestJob } from "./job-request.ts";

interface Reverse {
  readonly action: ChangingAction;
  /** Messages about a job of a sensor log. */
  readonly done: (of: string) => string;
  readonly failed: (of: string, why: string) => string;
}

const UNDONE_QA: Reverse = {
  action: "undoQA",
  done: (of) => `${of}: its QA was taken back`,
  failed: (of, why) => `${of}: its QA stays. ${why}`,
};

/** The actions that another one reverses without a reason. */
const REVERSES: Partial<Readonly<Record<ChangingAction, Reverse>>> = {
  completeQA: UNDONE_QA,
  completeQAWithErrors: UNDONE_QA,
  markSuperseded: {
    action: "markUtilised",
    done: (of) => `${of}: it is utilised again`,
    failed: (of, why) => `${of}: it stays superseded. ${why}`,
  },
};

/** Whether a change has a reverse, so that it is announced here. */
export const isAnnounced = ({ action }: JobChange): boolean => REVERSES[action] !== undefined;

/** The reverse of a change that may still be undone: QA, while no later job has begun. */
function reverseOf({ row, job, action }: JobChange): Reverse | undefined {
  const reverse = REVERSES[action];
  return reverse === UNDONE_QA && actionFacts(row, job, []).job.laterBegan ? undefined : reverse;
}

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
    if (!isAnnounced(change)) return undefined;
    const reverse = reverseOf(change);
    const of = `${job.label} of ${row.sensorId}`;
    const undo = async ({ action: back, done, failed }: Reverse): Promise<void> => {
      try {
        // The record has changed by the action itself.
        const request = { row, job, action: back, updated: null } as const;
        await whileBlocked([row.id], () => requestJob(api, request));
        show({ severity: "success", text: done(of) });
        onTakenBack?.(change);
      } catch (error) {
        const { message } = error as Error;
        show({ severity: "error", text: failed(of, message) });
      }
    };
    const back = reverse && (() => void undo(reverse));
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
