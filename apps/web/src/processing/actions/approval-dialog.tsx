import HighlightOff from "@mui/icons-material/HighlightOff";
import Box from "@mui/material/Box";
import {
  type Attempt,
  CONFIRMATIONS,
  isMark,
  JOB_ACTIONS,
  MARK_REASON_LENGTH,
  missedBoundsOf,
} from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { ReasonDialog } from "../../ui/dialog/reason-dialog.tsx";
import { Waiting } from "../../ui/feedback/notice.tsx";
import { plural } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { attemptsQuery } from "../records/attempt-queries.ts";
import type { JobChange } from "./job-request.ts";
import { useDialogDraft } from "./use-dialog-draft.ts";

interface MarkDialogProps {
  readonly change: JobChange;
  readonly title: string;
  /** The job, its sensor log, flight and project. */
  readonly about: string;
  readonly busy: boolean;
  /** Why the server refused the confirmed change. */
  readonly error: string | undefined;
  /** Gets the reason; an empty text where none was typed. */
  readonly onConfirm: (reason: string) => void;
  readonly onCancel: () => void;
}

interface ApprovalDialogProps extends MarkDialogProps {
  /** Bounds that the server named when it refused. */
  readonly missed: readonly string[] | undefined;
}

/** Confirms an approval. Where the result misses bounds, it lists them and requires a reason. */
export function ApprovalDialog({ missed: refusedFor, ...dialog }: ApprovalDialogProps) {
  const { change, title, about, onCancel } = dialog;
  const place = { processingId: change.row.id, job: change.job.name };
  const { data: attempts, isPending } = useQuery({
    ...attemptsQuery(useApi(), place),
    retry: false,
  });
  if (isPending && refusedFor === undefined)
    return (
      <ModalDialog title={title} about={about} onClose={onCancel}>
        <Waiting text="Looking at the bounds of its result..." />
      </ModalDialog>
    );
  const missed = refusedFor ?? missedBy(attempts ?? []);
  if (missed.length > 0 || isMark(change.action, change.job.status))
    return <MarkDialog {...dialog} missed={missed} />;
  return (
    <ConfirmDialog
      {...dialog}
      text={CONFIRMATIONS.update}
      confirm="Confirm"
      onConfirm={() => dialog.onConfirm("")}
    />
  );
}

/** The bounds that the published attempt misses, or else the last attempt that ended. */
function missedBy(attempts: readonly Attempt[]): readonly string[] {
  const judged =
    attempts.find(({ published }) => published) ??
    attempts.find(({ outcome }) => outcome !== null && outcome !== "cancel");
  return judged === undefined ? [] : missedBoundsOf(judged);
}

const NONE_MISSED: readonly string[] = [];

/** Confirms a mark that is set by hand, and asks for its reason (document 3, section 8). */
export function MarkDialog({
  change,
  missed = NONE_MISSED,
  ...dialog
}: MarkDialogProps & { readonly missed?: readonly string[] }) {
  // The server enforces the setting while this page does not know it.
  const requireReason = useQuery(settingsQuery(useApi())).data?.requireReason ?? false;
  const draft = useDialogDraft(change, { reason: "" });
  const isMissed = missed.length > 0;
  return (
    <ReasonDialog
      {...dialog}
      text={
        <>
          <span>{CONFIRMATIONS.update}</span>
          {isMissed ? <MissedBounds missed={missed} /> : null}
        </>
      }
      label={
        isMissed ? "Why it is approved all the same" : `Why: ${JOB_ACTIONS[change.action].label}`
      }
      required={requireReason || isMissed}
      maxLength={MARK_REASON_LENGTH}
      initial={draft.initial.reason}
      onType={(reason) => draft.onType({ reason })}
    />
  );
}

function MissedBounds({ missed }: { missed: readonly string[] }) {
  return (
    <Box component="span" role="note" sx={{ display: "block", mt: 1.5, color: "text.primary" }}>
      <strong>{`${plural(missed.length, "bound")} missed`}</strong>
      {missed.map((bound) => (
        <Box
          component="span"
          key={bound}
          sx={{ display: "flex", gap: 0.75, alignItems: "center", mt: 0.5 }}
        >
          <HighlightOff aria-hidden="true" sx={{ fontSize: 18, color: "error.main" }} />
          <span>{safeText(bound)}</span>
        </Box>
      ))}
    </Box>
  );
}
