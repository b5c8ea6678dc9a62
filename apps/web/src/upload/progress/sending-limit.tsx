import Speed from "@mui/icons-material/Speed";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import DialogContentText from "@mui/material/DialogContentText";
import FormControlLabel from "@mui/material/FormControlLabel";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import type { HourlyLimit } from "@swath/upload-engine";
import { useRef, useState, useSyncExternalStore } from "react";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { twoDigits } from "../../ui/text/format.ts";
import { savedLimit } from "./saved-limit.ts";

const MB = 1_000_000;

/** `08:05` of minutes of the day. */
const timeText = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;

/** Minutes of the day of `08:05`; undefined where it is no time. */
function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

export function limitText(limit: HourlyLimit | undefined): string {
  if (limit === undefined) return "No limit";
  const rate = `Limit ${limit.bytesPerSecond / MB} MB/s`;
  if (limit.hours === undefined) return rate;
  return `${rate}, ${timeText(limit.hours.from)}–${timeText(limit.hours.to)}`;
}

export interface LimitForm {
  /** Megabytes a second. */
  readonly rate: string;
  readonly isHourly: boolean;
  readonly from: string;
  readonly to: string;
}

export function formOf(limit: HourlyLimit | undefined): LimitForm {
  const { from, to } = limit?.hours ?? { from: 8 * 60, to: 18 * 60 };
  return {
    rate: limit === undefined ? "" : String(limit.bytesPerSecond / MB),
    isHourly: limit?.hours !== undefined,
    from: timeText(from),
    to: timeText(to),
  };
}

/** Less is no rate that an upload ends with. */
const LEAST_MB = 0.05;

/** The limit that a form says; undefined where it says none yet. */
export function limitOf({ rate, isHourly, from, to }: LimitForm): HourlyLimit | undefined {
  const megabytes = Number(rate);
  if (rate.trim() === "" || !(megabytes >= LEAST_MB)) return undefined;
  const bytesPerSecond = Math.round(megabytes * MB);
  if (!isHourly) return { bytesPerSecond };
  const hours = { from: minutesOf(from), to: minutesOf(to) };
  if (hours.from === undefined || hours.to === undefined || hours.from === hours.to)
    return undefined;
  return { bytesPerSecond, hours: { from: hours.from, to: hours.to } };
}

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
      title="Sending limit"
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
        Uploads from this browser stay within this limit, so that others can use the link too.
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
