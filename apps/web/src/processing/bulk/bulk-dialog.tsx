import Button from "@mui/material/Button";
import { BULK_LABELS, type BulkRow, MOST_UNDONE } from "@swath/contract/processing";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useApi } from "../../platform/api/api.ts";
import { ApiError } from "../../platform/api/api-error.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { formatCount, formatTotal, plural } from "../../ui/text/format.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import type { BulkNotes } from "../actions/job-request.ts";
import { type BulkPlan, type BulkResult, carryOut, previewPlan, undoOf } from "./bulk-plan.ts";
import { OutcomeDialog } from "./outcome-dialog.tsx";
import { PreviewForm } from "./preview-form.tsx";

interface BulkDialogProps {
  readonly plan: BulkPlan;
  /** The page that lists the jobs. */
  readonly list: "/ip" | "/iptm";
  /** Runs the work while the visible rows wait for the poll after it. */
  readonly whileWaiting: <T>(work: () => Promise<T>) => Promise<T>;
  readonly onClose: () => void;
  /** Runs after the action. */
  readonly onDone?: (rows: readonly BulkRow[]) => void;
}

/** The message of a failed call. */
function faultOf(error: Error): string {
  const { code, details } = error instanceof ApiError ? error : { code: "", details: {} };
  if (code === "PREVIEW_EXPIRED") return "The preview is too old. Cancel and try again.";
  if (code !== "SEARCH_TOO_WIDE") return error.message;
  const { found, limit } = details as { readonly found?: number; readonly limit?: number };
  return `The filters find ${formatTotal(found ?? 0)} processings; one action takes up to ${formatCount(limit ?? 0)}. Narrow the filters.`;
}

const isWhole = ({ done, rows, added }: BulkResult): boolean => done === rows.length && added === 0;

/** Previews a bulk action, carries it out, and shows its outcome. */
export function BulkDialog({ plan, list, whileWaiting, onClose, onDone }: BulkDialogProps) {
  const api = useApi();
  const id = useId();
  const { undo, offer } = useUndo(whileWaiting);
  const preview = useQuery({
    queryKey: queryKeys.bulkPreview(id),
    queryFn: ({ signal }) => previewPlan(api, plan, signal),
    // Each dialog reads its own preview once.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const act = useMutation({
    mutationFn: (notes: BulkNotes): Promise<BulkResult> => {
      if (preview.data === undefined) throw new Error("nothing was previewed");
      const { data } = preview;
      return whileWaiting(() => carryOut(api, data, notes));
    },
    onSuccess: (result) => {
      onDone?.(result.rows);
      if (!isWhole(result)) return;
      offer(plan, result);
      onClose();
    },
  });
  const title = `${BULK_LABELS[plan.action]}: ${plan.what}`;
  if (act.data !== undefined)
    return (
      <OutcomeDialog
        plan={plan}
        result={act.data}
        list={list}
        onUndo={undo(plan, act.data)}
        onClose={onClose}
      />
    );
  if (preview.data !== undefined)
    return (
      <PreviewForm
        title={title}
        previewed={preview.data}
        list={list}
        busy={act.isPending}
        error={act.error === null ? undefined : faultOf(act.error)}
        onConfirm={act.mutate}
        onCancel={onClose}
      />
    );
  const { data, error, refetch } = preview;
  const failure = error && { message: faultOf(error) };
  return (
    <ModalDialog title={title} onClose={onClose}>
      <LoadedPart
        query={{ data, failure, refetch }}
        small
        loading="Checking the jobs..."
        failed="The jobs could not be checked"
      >
        {() => null}
      </LoadedPart>
    </ModalDialog>
  );
}

type WhileWaiting = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Undoes a bulk action where the table has a reverse: on the changed jobs only, as far as they are
 * still unchanged since.
 */
function useUndo(whileWaiting: WhileWaiting) {
  const api = useApi();
  const show = useSnackbar();

  /** The function that undoes it, if any. */
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

  /** Announces the outcome, and offers Undo. */
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

/** Calls a function at most once. */
function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
