import Button from "@mui/material/Button";
import { BULK_LABELS, MOST_UNDONE } from "@swath/contract/processing";
import { useApi } from "../../platform/api/api-context.tsx";
import { plural } from "../../ui/format/count.ts";
import { useSnackbar } from "../../ui/snackbar/snackbar-context.ts";
import { type BulkPlan, type BulkResult, carryOut, previewPlan, undoOf } from "./bulk-plan.ts";

type WhileWaiting = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Takes back what was done to many jobs, where the table has a reverse: of those jobs alone, and of
 * these the ones that are still as they were left.
 */
export function useUndo(whileWaiting: WhileWaiting) {
  const api = useApi();
  const show = useSnackbar();

  /** What takes it back; undefined where nothing does. */
  function undo(plan: BulkPlan, result: BulkResult): (() => void) | undefined {
    const reverse = undoOf(plan, result);
    if (reverse === undefined) return undefined;
    const reason = `Undo of ${BULK_LABELS[plan.action]}`;
    const work = async (): Promise<void> => {
      try {
        const { done, rows } = await whileWaiting(async () =>
          carryOut(api, await previewPlan(api, reverse), {
            reason,
            undoes: result.keys.slice(0, MOST_UNDONE),
          }),
        );
        const left = rows.length - done;
        show({
          severity: left === 0 ? "success" : "warning",
          text:
            left === 0
              ? `Undone for ${plural(done, "job")}`
              : `Undone for ${plural(done, "job")}; ${left} not: changed since`,
        });
      } catch (error) {
        show({ severity: "error", text: `Not undone: ${(error as Error).message}` });
      }
    };
    return () => void work();
  }

  /** Says what was done, and offers to take it back. */
  function offer(plan: BulkPlan, result: BulkResult): void {
    const back = undo(plan, result);
    show({
      severity: "success",
      text: `${BULK_LABELS[plan.action]}: done for ${plural(result.done, "job")}`,
      action:
        back === undefined ? undefined : (
          <Button color="inherit" size="small" onClick={once(back)}>
            Undo
          </Button>
        ),
    });
  }
  return { undo, offer };
}

/** The same, and nothing at any further call. */
function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
