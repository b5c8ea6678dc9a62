import Speed from "@mui/icons-material/Speed";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import DialogContentText from "@mui/material/DialogContentText";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useRef, useState, useSyncExternalStore } from "react";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { savedLimit } from "./saved-limit.ts";
import { formOf, LEAST_MB, limitOf, limitText, type LimitForm } from "./limit-text.ts";

/** The limit of sending of each page of this browser, and the dialog that changes it while it sends. */
export function SendingLimit() {
  const limit = useSyncExternalStore(savedLimit.subscribe, savedLimit.get);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" startIcon={<Speed />} onClick={() => setOpen(true)}>
        {limitText(limit)}
      </Button>
      {open && <LimitDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function LimitDialog({ onClose }: { readonly onClose: () => void }) {
  const [form, setForm] = useState(() => formOf(savedLimit.get()));
  const first = useRef<HTMLInputElement>(null);
  const limit = limitOf(form);
  const change = (changed: Partial<LimitForm>): void => setForm({ ...form, ...changed });
  const apply = (chosen: typeof limit): void => {
    savedLimit.set(chosen);
    onClose();
  };
  return (
    <ModalDialog
      title="Limit of sending"
      width="xs"
      focusFirst={first}
      onClose={onClose}
      onSubmit={() => limit !== undefined && apply(limit)}
      contentSx={{ display: "grid", gap: 2 }}
      actions={
        <>
          <Button onClick={() => apply(undefined)}>No limit</Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={limit === undefined}>
            Apply
          </Button>
        </>
      }
    >
      <DialogContentText>
        What a page of this browser sends stays within it, so that others may use the link too.
      </DialogContentText>
      <TextField
        label="Megabytes a second"
        type="number"
        required
        value={form.rate}
        inputRef={first}
        slotProps={{ htmlInput: { min: LEAST_MB, step: "any" } }}
        onChange={({ target }) => change({ rate: target.value })}
      />
      <FormControlLabel
        control={
          <Checkbox checked={form.isHourly} onChange={(_, isHourly) => change({ isHourly })} />
        }
        label="Only between these times of the day"
      />
      {form.isHourly && (
        <Stack direction="row" spacing={2}>
          <TimeField label="From" value={form.from} onChange={(from) => change({ from })} />
          <TimeField label="To" value={form.to} onChange={(to) => change({ to })} />
        </Stack>
      )}
    </ModalDialog>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (time: string) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <TextField
      label={label}
      type="time"
      fullWidth
      value={value}
      slotProps={{ inputLabel: { shrink: true } }}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
