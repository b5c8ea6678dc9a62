import AttachFileOutlined from "@mui/icons-material/AttachFile";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import MenuItem from "@mui/material/MenuItem";
import {
  ISSUE_PRIORITIES,
  MAX_ATTACHMENT_BYTES,
  MAX_DESCRIPTION_LENGTH,
  MAX_SUMMARY_LENGTH,
} from "@swath/contract/support";
import { useRef, useState } from "react";
import { endpoints } from "@swath/contract/endpoints";
import { Controller, useForm } from "react-hook-form";
import { ApiError } from "../platform/api/api-error.ts";
import { useApi } from "../platform/api/api.ts";
import { useIdentity } from "../platform/session/session.ts";
import { ModalDialog } from "../ui/dialog/modal-dialog.tsx";
import { Working } from "../ui/feedback/waiting.tsx";
import { useFilePicker } from "../ui/form/use-file-picker.tsx";
import { TextInput } from "../ui/form/text-input.tsx";
import type { SnackbarMessage } from "../ui/feedback/snackbar.tsx";
import { type IssueDraft, formOf } from "./issue-draft.ts";

interface AttachFileProps {
  readonly file: File | undefined;
  readonly disabled: boolean;
  readonly onFile: (file: File | undefined) => void;
}

const MB = 1_048_576;

/** Picks files of any type, of which only the first is kept. */
export function AttachFile({ file, disabled, onFile }: AttachFileProps) {
  const [tooLarge, setTooLarge] = useState<string>();
  const take = (picked: File): void => {
    const fits = picked.size <= MAX_ATTACHMENT_BYTES;
    setTooLarge(fits ? undefined : picked.name);
    if (fits) onFile(picked);
  };
  const picker = useFilePicker({
    label: "File to attach",
    multiple: true,
    onPicked: ([first]) => take(first!),
  });
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, minHeight: 36, flexWrap: "wrap" }}>
      <Button
        variant="outlined"
        startIcon={<AttachFileOutlined />}
        disabled={disabled}
        onClick={picker.open}
      >
        Attach File
      </Button>
      {picker.input}
      {file === undefined ? null : (
        <Chip
          label={file.name}
          disabled={disabled}
          onDelete={() => onFile(undefined)}
          sx={{ maxWidth: 360 }}
        />
      )}
      {tooLarge === undefined ? null : (
        <Box role="alert" sx={{ color: "error.main" }}>
          {tooLarge} is larger than {MAX_ATTACHMENT_BYTES / MB} MB and was not attached.
        </Box>
      )}
    </Box>
  );
}

interface SupportDialogProps {
  /** What it begins with. */
  readonly draft: IssueDraft;
  /** It was submitted, well or not; without an outcome where nothing is to be said. */
  readonly onSubmitted: (issue: IssueDraft, outcome: SnackbarMessage | undefined) => void;
  readonly onCancel: () => void;
}

/** The dialog 'Submit Issue'; it ends with every answer, and stays while there is none. */
export function SupportDialog({ draft, onSubmitted, onCancel }: SupportDialogProps) {
  const api = useApi();
  const { name } = useIdentity();
  const first = useRef<HTMLInputElement>(null);
  const { control, handleSubmit, formState } = useForm({ defaultValues: draft, mode: "onChange" });
  const { isSubmitting: isSending, isValid } = formState;
  const submit = handleSubmit(async (issue) => {
    const form = formOf(issue, name, location.href);
    const outcome = await api
      .call(endpoints.fileIssue, { form })
      .then(({ issueKey }) => lodged(issueKey), failureOf);
    onSubmitted(issue, outcome);
  });
  const field = { control, disabled: isSending };
  return (
    <ModalDialog
      title="Submit Issue"
      onClose={isSending ? undefined : onCancel}
      onSubmit={() => void submit()}
      focusFirst={first}
      contentSx={{ display: "grid", gap: 2.5, pt: "8px !important" }}
      actions={
        <>
          {isSending ? <Working text="Submitting..." /> : null}
          <Button onClick={onCancel} disabled={isSending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" disabled={isSending || !isValid}>
            Submit
          </Button>
        </>
      }
    >
      <TextInput
        {...field}
        name="summary"
        label="Summary"
        required
        inputRef={first}
        maxLength={MAX_SUMMARY_LENGTH}
      />
      <TextInput
        {...field}
        name="description"
        label="Description"
        required
        lines={6}
        maxLength={MAX_DESCRIPTION_LENGTH}
      />
      <TextInput {...field} name="priority" label="Priority" sx={{ width: 180 }}>
        {Object.keys(ISSUE_PRIORITIES).map((priority) => (
          <MenuItem key={priority} value={priority}>
            {priority}
          </MenuItem>
        ))}
      </TextInput>
      <Controller
        control={control}
        name="file"
        render={({ field: { value, onChange } }) => (
          <AttachFile file={value} disabled={isSending} onFile={onChange} />
        )}
      />
    </ModalDialog>
  );
}

function lodged(issueKey: string): SnackbarMessage {
  const text = `Your issue is successfully lodged. Issue reference code ${issueKey}`;
  return { severity: "success", text };
}

/** The message of a failure by its status (document 1, section 8); undefined where there is none. */
function failureOf(error: unknown): SnackbarMessage | undefined {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return undefined;
  return { severity: "error", text: error.status === 401 ? "Unauthorized" : "Bad Request" };
}
