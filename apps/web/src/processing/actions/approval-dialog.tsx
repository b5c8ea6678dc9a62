import { useQuery } from "@tanstack/react-query";
import { CONFIRMATIONS, isMark, MARK_REASON_LENGTH } from "@swath/contract/processing";
import { settingsQuery } from "../../data/settings-query.ts";
import { useApi } from "../../platform/api/api-context.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { ReasonDialog } from "../../ui/dialog/reason-dialog.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { attemptsQuery } from "../review/review-queries.ts";
import type { JobChange } from "./job-request.ts";
import { MissedBounds, missedBy } from "./missed-bounds.tsx";
import { useDialogDraft } from "./use-dialog-draft.ts";

interface ApprovalDialogProps {
  readonly change: JobChange;
  readonly title: string;
  /** Which job it is. */
  readonly about: string;
  /** Of the action, as in its menu. */
  readonly label: string;
  readonly busy: boolean;
  readonly error: string | undefined;
  /** Bounds that the server named when it refused. */
  readonly missed: readonly string[] | undefined;
  /** With the reviewer's words; empty where there are none. */
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
}

/** Confirms that a result counts as good: of one that misses bounds it names these, and wants words. */
export function ApprovalDialog(props: ApprovalDialogProps) {
  const { change, label, missed: refusedFor, ...dialog } = props;
  const api = useApi();
  const place = { processingId: change.row.id, job: change.job.name };
  const { data: attempts, isPending } = useQuery({ ...attemptsQuery(api, place), retry: false });
  const requireReason = useQuery(settingsQuery(api)).data?.requireReason ?? false;
  const draft = useDialogDraft(change, { reason: "" });
  if (isPending && refusedFor === undefined)
    return (
      <ModalDialog title={dialog.title} about={dialog.about} onClose={dialog.onCancel}>
        <Waiting text="Looking at the bounds of its result..." />
      </ModalDialog>
    );
  const missed = refusedFor ?? missedBy(attempts ?? []);
  const isMarked = isMark(change.action, change.job.status);
  if (missed.length === 0 && !isMarked)
    return (
      <ConfirmDialog
        {...dialog}
        text={CONFIRMATIONS.update}
        confirm="Confirm"
        onConfirm={() => dialog.onConfirm("")}
      />
    );
  return (
    <ReasonDialog
      {...dialog}
      text={
        <>
          <span>{CONFIRMATIONS.update}</span>
          <MissedBounds missed={missed} />
        </>
      }
      label={missed.length === 0 ? `Why: ${label}` : "Why it is approved all the same"}
      required={requireReason || missed.length > 0}
      maxLength={MARK_REASON_LENGTH}
      initial={draft.initial.reason}
      onType={(reason) => draft.onType({ reason })}
    />
  );
}
