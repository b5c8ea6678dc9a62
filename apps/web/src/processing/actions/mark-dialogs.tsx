import HighlightOff from "@mui/icons-material/HighlightOff";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import {
  type Attempt,
  CONFIRMATIONS,
  isMark,
  JOB_ACTIONS,
  MARK_REASON_LENGTH,
  missedBoundsOf,
} from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { findingsQuery } from "../../data/findings/finding-queries.ts";
import { issueOf } from "../../data/findings/finding-words.ts";
import { SavedProfiles } from "../../data/findings/saved-profiles.tsx";
import { settingsQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { useSavedDraft } from "../../platform/persisted-work.ts";
import { useUnfinishedWork } from "../../platform/session/unfinished-work.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { ReasonDialog } from "../../ui/dialog/reason-dialog.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { plural } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { attemptsQuery } from "../records/attempt-queries.ts";
import type { JobChange } from "./job-request.ts";

/** The properties of each dialog that comes before a change. */
export interface DialogOfChange {
  readonly change: JobChange;
  readonly title: string;
  /** The job, its sensor log, flight and project. */
  readonly about: string;
  readonly busy: boolean;
  /** Why the confirmed change failed. */
  readonly error: string | undefined;
  readonly onCancel: () => void;
}

interface MarkDialogProps extends DialogOfChange {
  /** The bounds that the result misses. */
  readonly missed?: readonly string[] | undefined;
  /** Gets the reason; an empty text if none was typed. */
  readonly onConfirm: (reason: string) => void;
}

/**
 * Confirms an approval. Where the result misses bounds, it lists them and requires a reason; the server
 * may have named them when it refused.
 */
export function ApprovalDialog({ missed: refusedFor, ...dialog }: MarkDialogProps) {
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
      isReversible
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
export function MarkDialog({ change, missed = NONE_MISSED, ...dialog }: MarkDialogProps) {
  // The server enforces the setting while this page does not know it.
  const requireReason = useQuery(settingsQuery(useApi())).data?.requireReason ?? false;
  const draft = useDialogDraft(change, { reason: change.reason ?? "" });
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

/** The most characters of a QA note. */
const NOTE_LENGTH = 4_000;

interface QALogDialogProps extends DialogOfChange {
  readonly onUpdate: (issue: { description: string; resolution: string }) => void;
}

/**
 * Asks for the issue and its resolution, both required (document 3, section 5); the open findings in the job's
 * clouds stand in them, and its saved profiles beside them.
 */
export function QALogDialog(props: QALogDialogProps) {
  const { change, title, about, onCancel } = props;
  const { row, job, issue } = change;
  const { data, isPending } = useQuery({ ...findingsQuery(useApi(), row.id), retry: false });
  if (isPending && issue === undefined)
    return (
      <ModalDialog title={title} about={about} onClose={onCancel}>
        <Waiting text="Looking for open findings..." />
      </ModalDialog>
    );
  return <IssueDialog {...props} suggested={issueOf(data ?? [], job.name)} />;
}

type IssueDialogProps = QALogDialogProps & {
  readonly suggested: { readonly description: string; readonly resolution: string };
};

function IssueDialog({ suggested, ...props }: IssueDialogProps) {
  const { change, title, about, busy, error, onUpdate, onCancel } = props;
  const draft = useDialogDraft(change, change.issue ?? suggested, suggested);
  const { control, handleSubmit, formState } = useForm({
    defaultValues: draft.initial,
    mode: "onChange",
  });
  const [description, resolution] = useWatch({ control, name: ["description", "resolution"] });
  const onType = useEffectEvent(draft.onType);
  useEffect(() => onType({ description, resolution }), [description, resolution]);
  const first = useRef<HTMLElement>(null);
  const field = { control, required: true, lines: 3, maxLength: NOTE_LENGTH } as const;
  return (
    <ModalDialog
      title={title}
      about={about}
      focusFirst={first}
      onClose={busy ? undefined : onCancel}
      onSubmit={() => void handleSubmit(onUpdate)()}
      contentSx={{ display: "grid", gap: 2 }}
      actions={
        <>
          <Button onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" loading={busy} disabled={!formState.isValid}>
            UPDATE
          </Button>
        </>
      }
    >
      <DialogContentText>{CONFIRMATIONS.update}</DialogContentText>
      <TextInput
        {...field}
        inputRef={first}
        name="description"
        label="Issue Description"
        sx={{ mt: 1 }}
      />
      <TextInput {...field} name="resolution" label="Issue Resolution" sx={{}} />
      <SavedProfiles processingId={change.row.id} job={change.job.name} isInDialog />
      {error === undefined ? null : <Alert severity="error">{error}</Alert>}
    </ModalDialog>
  );
}

type Texts = Readonly<Record<string, string>>;

/**
 * The draft of an action's dialog. It survives a reload and a lost session, and is dropped when the
 * dialog closes. `sent` names the fields, with the texts of a refused request; what is as it was
 * suggested was not typed.
 */
function useDialogDraft<Fields extends Texts>(
  { row, job, action }: JobChange,
  sent: Fields,
  suggested: Partial<Fields> = {},
) {
  const draft = useSavedDraft(`job:${row.id}:${job.name}:${action}`);
  const [initial] = useState(() => fieldsOf(draft.read(), sent));
  const [isTyped, setTyped] = useState(false);
  useUnfinishedWork(isTyped);
  // A reload does not unmount the dialog, so that the draft stays.
  useEffect(() => () => draft.drop(), [draft]);
  const onType = (fields: Fields): void => {
    const isSome = Object.entries(fields).some(
      ([name, text]) => text !== "" && text !== suggested[name],
    );
    setTyped(isSome);
    if (isSome) draft.keep(fields);
    else draft.drop();
  };
  return { initial, onType };
}

/** Stored drafts may hold anything. */
function fieldsOf<Fields extends Texts>(kept: unknown, sent: Fields): Fields {
  const found: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(kept)));
  const fields = Object.entries(sent).map(([name, none]) => {
    const text = found.get(name);
    return [name, typeof text === "string" ? text : none];
  });
  return Object.fromEntries(fields) as Fields;
}
