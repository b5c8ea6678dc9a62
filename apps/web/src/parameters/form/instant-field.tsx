import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DateTimePicker } from "@mui/x-date-pickers/DateTimePicker";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import dayjs from "dayjs";
import type { Dayjs } from "dayjs";
import utc from "dayjs/plugin/utc";
import { useState } from "react";

dayjs.extend(utc);

interface InstantFieldProps {
  readonly label: string;
  /** ISO instant. */
  readonly value: string | null;
  /** Called with null while what is typed is no instant. */
  readonly onValue: (value: string | null) => void;
}

/** A day and a time of it, to the minute in UTC. */
export function InstantField({ label, value, onValue }: InstantFieldProps) {
  // What is half typed stays in the field.
  const [shown, setShown] = useState<Dayjs | null>(() =>
    value === null ? null : dayjs.utc(value),
  );
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DateTimePicker
        label={label}
        timezone="UTC"
        format="YYYY-MM-DD HH:mm"
        ampm={false}
        value={shown}
        onChange={(next, { validationError }) => {
          setShown(next);
          const isInstant = next !== null && validationError === null && next.isValid();
          onValue(isInstant ? next.toISOString() : null);
        }}
        slotProps={{ textField: { size: "small", required: true } }}
      />
    </LocalizationProvider>
  );
}
