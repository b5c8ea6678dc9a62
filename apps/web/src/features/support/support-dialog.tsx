import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { routes } from "@swath/contract/routes";
import {
  ISSUE_PRIORITIES,
  type IssuePriority,
  MAX_DESCRIPTION_LENGTH,
  MAX_SUMMARY_LENGTH,
} from "@swath/contract/support";
import { useId, useRef, useState, type RefObject } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { Waiting } from "../../ui/waiting.tsx";
import { AttachFile } from "./attach-file.tsx";
import { formOf, isComplete, type IssueDraft } from "./issue-draft.ts";
import { failureOf, lodged, type Outcome } from "./issue-outcome.ts";

interface SupportDialogProps {
  readonly draft: IssueDraft;
  readonly onDraft: (draft: IssueDraft) => void;
  /** It was submitted, well or not; undefined where nothing is to be said. */
  readonly onSubmitted: (outcome: Outcome | undefined) => void;
  readonly onCancel: () => void;
}

/** The dialog 'Submit Issue'; it ends with every answer, and stays while there is none. */
export function SupportDialog({ draft, onDraft, onSubmitted, onCancel }: SupportDialogProps) {
  const titleId = useId();
  const api = useApi();
  const { name } = useIdentity();
  const [sending, setSending] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const submit = async (): Promise<void> => {
    setSending(true);
    const form = formOf(draft, name, location.href);
    const outcome = await api
      .call(routes.fileIssue, { form })
      .then(({ issueKey }) => lodged(issueKey), failureOf);
    onSubmitted(outcome);
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      slotProps={{ transition: { onEnter: () => first.current?.focus() } }}
      onClose={sending ? () => undefined : onCancel}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete(draft) && !sending) void submit();
        }}
      >
        <DialogTitle id={titleId}>Submit Issue</DialogTitle>
        <DialogContent sx={{ display: "grid", gap: 2.5, pt: "8px !important" }}>
          <IssueFields draft={draft} onDraft={onDraft} disabled={sending} first={first} />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          {sending ? <Waiting text="Submitting..." /> : null}
          <Button onClick={onCancel} disabled={sending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={sending || !isComplete(draft)}>
            Submit
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface IssueFieldsProps extends Pick<SupportDialogProps, "draft" | "onDraft"> {
  readonly disabled: boolean;
  /** Of the first field, which a person types in first. */
  readonly first: RefObject<HTMLInputElement | null>;
}

function IssueFields({ draft, onDraft, disabled, first }: IssueFieldsProps) {
  return (
    <>
      <TextField
        label="Summary"
        required
        inputRef={first}
        disabled={disabled}
        value={draft.summary}
        onChange={({ target }) => onDraft({ ...draft, summary: target.value })}
        slotProps={{ htmlInput: { maxLength: MAX_SUMMARY_LENGTH } }}
      />
      <TextField
        label="Description"
        required
        multiline
        minRows={6}
        maxRows={14}
        disabled={disabled}
        value={draft.description}
        onChange={({ target }) => onDraft({ ...draft, description: target.value })}
        slotProps={{ htmlInput: { maxLength: MAX_DESCRIPTION_LENGTH } }}
      />
      <TextField
        select
        label="Priority"
        disabled={disabled}
        value={draft.priority}
        onChange={({ target }) => onDraft({ ...draft, priority: target.value as IssuePriority })}
        sx={{ width: 180 }}
        slotProps={{ select: { MenuProps: { container: () => document.body } } }}
      >
        {Object.keys(ISSUE_PRIORITIES).map((priority) => (
          <MenuItem key={priority} value={priority}>
            {priority}
          </MenuItem>
        ))}
      </TextField>
      <AttachFile
        file={draft.file}
        disabled={disabled}
        onFile={(file) => onDraft({ ...draft, file })}
      />
    </>
  );
}
