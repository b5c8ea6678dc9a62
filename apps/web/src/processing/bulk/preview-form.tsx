import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import {
  BULK_LABELS,
  type BulkAction,
  isMark,
  JOB_STATUSES,
  MARK_REASON_LENGTH,
} from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { type Control, useForm, useWatch } from "react-hook-form";
import { settingsQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { formatCount, plural } from "../../ui/text/format.ts";
import type { BulkNotes } from "../actions/job-request.ts";
import { type PreviewedPlan, confirmationOf, previewLine } from "./bulk-plan.ts";
import { RefusedList } from "./outcome-dialog.tsx";

const LONGEST = 4_000;
/** Whether an action may set a mark by hand, for any status. */
const isMarking = (action: BulkAction): boolean =>
  action !== "cancel" && JOB_STATUSES.some((status) => isMark(action, status));

interface PreviewFormProps {
  readonly title: string;
  readonly previewed: PreviewedPlan;
  readonly list: "/ip" | "/iptm";
  readonly busy: boolean;
  /** Why the action failed. */
  readonly error: string | undefined;
  readonly onConfirm: (notes: BulkNotes) => void;
  readonly onCancel: () => void;
}

interface Fields {
  readonly issue: string;
  readonly resolution: string;
  readonly reason: string;
}

const CONFIRM: Partial<Record<BulkAction, string>> = {
  resubmit: "Resubmit",
  cancel: "Cancel jobs",
};

/** The preview of a bulk action, the fields for its notes, and its button. */
export function PreviewForm(props: PreviewFormProps) {
  const { title, previewed, list, busy, error, onConfirm, onCancel } = props;
  const { eligible, missed, missedBounds, refused, overwritten } = previewed;
  const { action } = previewed.plan;
  const { control, handleSubmit, formState } = useForm<Fields>({
    defaultValues: { issue: "", resolution: "", reason: "" },
    mode: "onChange",
  });
  const isLog = action === "completeQAWithErrors";
  // Without a reason, jobs that miss a bound stay unchanged.
  const done = useWatch({ control, name: "reason" }).trim() === "" ? eligible - missed : eligible;
  const question = confirmationOf(previewed.plan);
  const confirm = isLog ? "UPDATE" : (CONFIRM[action] ?? "Confirm");
  return (
    <ModalDialog
      title={title}
      onClose={busy ? undefined : onCancel}
      onSubmit={() =>
        void handleSubmit(({ issue, resolution, reason }) =>
          onConfirm({
            ...(isLog ? { qa: { issue, resolution } } : {}),
            ...(reason.trim() === "" ? {} : { reason }),
          }),
        )()
      }
      contentSx={{ display: "grid", gap: 1.5 }}
      actions={
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter does no harm */}
          <Button autoFocus onClick={onCancel} disabled={busy}>
            {action === "cancel" ? "Keep processing" : "Cancel"}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={action === "resubmit" || action === "cancel" ? "error" : "primary"}
            loading={busy}
            disabled={done === 0 || !formState.isValid}
          >
            {done === 0 ? confirm : `${confirm} (${formatCount(done)})`}
          </Button>
        </>
      }
    >
      <Typography component="output" sx={{ fontSize: "1.15rem", fontWeight: 650 }}>
        {previewLine(eligible, refused)}
      </Typography>
      <RefusedList refused={refused} list={list} />
      {eligible === 0 || question === undefined ? null : (
        <DialogContentText>{question}</DialogContentText>
      )}
      {overwritten === 0 ? null : (
        <Alert severity="warning">
          {plural(overwritten, "job")} after {overwritten === 1 ? "it runs" : "them run"} again as
          well, and {overwritten === 1 ? "its result is" : "their results are"} overwritten.
        </Alert>
      )}
      {missed === 0 ? null : (
        <Alert severity="warning">
          {plural(missed, "job")} {missed === 1 ? "misses" : "miss"} a bound. Say below why{" "}
          {missed === 1 ? "it is" : "they are"} approved all the same; without that{" "}
          {missed === 1 ? "it is" : "they are"} left as {missed === 1 ? "it is" : "they are"}.
          <RefusedList refused={missedBounds} list={list} />
        </Alert>
      )}
      <NoteFields action={action} isMissed={missed > 0} control={control} />
      {busy ? <LinearProgress aria-label={`${title}, under way`} /> : null}
      {error === undefined ? null : <Alert severity="error">{error}</Alert>}
    </ModalDialog>
  );
}

interface NoteFieldsProps {
  readonly action: BulkAction;
  /** Whether some of the jobs miss a bound. */
  readonly isMissed: boolean;
  readonly control: Control<Fields>;
}

/** The fields for an action's notes: its QA log, or the reason of a mark. */
function NoteFields({ action, isMissed, control }: NoteFieldsProps) {
  // The server enforces the setting while this page does not know it.
  const requireReason = useQuery(settingsQuery(useApi())).data?.requireReason ?? false;
  const field = (name: keyof Fields, label: string, required = true, maxLength = LONGEST) => (
    <TextInput
      control={control}
      name={name}
      label={label}
      required={required}
      lines={2}
      maxLength={maxLength}
      sx={{ mt: 1 }}
    />
  );
  if (action === "completeQAWithErrors")
    return (
      <>
        {field("issue", "Issue Description")}
        {field("resolution", "Issue Resolution")}
      </>
    );
  if (isMissed && !requireReason)
    return field("reason", "Why they are approved all the same", false, MARK_REASON_LENGTH);
  if (!isMarking(action)) return null;
  return field(
    "reason",
    /* text */ `Why: ${BULK_LABELS[action]}`,
    requireReason,
    MARK_REASON_LENGTH,
  );
}
