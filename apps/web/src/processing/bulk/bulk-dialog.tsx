import { useMutation, useQuery } from "@tanstack/react-query";
import { type BulkRow, BULK_LABELS } from "@swath/contract/processing";
import { useId } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { formatCount } from "../../ui/format/count.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { LoadFailure } from "../../ui/feedback/load-failure.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import {
  type BulkNotes,
  type BulkPlan,
  type BulkResult,
  carryOut,
  previewPlan,
} from "./bulk-plan.ts";
import { OutcomeDialog } from "./outcome-dialog.tsx";
import { PreviewForm } from "./preview-form.tsx";
import { useUndo } from "./use-undo.tsx";

interface BulkDialogProps {
  readonly plan: BulkPlan;
  /** Where the jobs are listed. */
  readonly list: "/ip" | "/iptm";
  /** Does the work while the rows in sight wait; they show what became of them after the next poll. */
  readonly whileWaiting: <T>(work: () => Promise<T>) => Promise<T>;
  readonly onClose: () => void;
  /** Something was done. */
  readonly onDone?: (rows: readonly BulkRow[]) => void;
}

/** What a failed call says. */
function faultOf(error: Error): string {
  const { code, details } = error instanceof ApiError ? error : { code: "", details: {} };
  if (code === "PREVIEW_EXPIRED") return "The preview is too old: cancel, and look again.";
  if (code !== "SEARCH_TOO_WIDE") return error.message;
  const { found, limit } = details as { readonly found?: number; readonly limit?: number };
  return `The filters find ${formatCount(found ?? 0)} processings; one action takes up to ${formatCount(limit ?? 0)}. Narrow the filters.`;
}

const isWhole = ({ done, rows, added }: BulkResult): boolean => done === rows.length && added === 0;

/** Shows what an action would do to many jobs, does it, and shows what became of each. */
export function BulkDialog({ plan, list, whileWaiting, onClose, onDone }: BulkDialogProps) {
  const api = useApi();
  const id = useId();
  const { undo, offer } = useUndo(whileWaiting);
  const preview = useQuery({
    queryKey: queryKeys.bulkPreview(id),
    queryFn: ({ signal }) => previewPlan(api, plan, signal),
    // A preview is of its moment; another dialog asks for its own.
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
  return (
    <ModalDialog title={title} onClose={onClose}>
      {preview.error === null ? (
        <Waiting text="Looking at the jobs..." />
      ) : (
        <LoadFailure
          title="The jobs could not be looked at"
          failure={{ message: faultOf(preview.error) }}
          retryInMs={undefined}
          onRetry={() => void preview.refetch()}
        />
      )}
    </ModalDialog>
  );
}
