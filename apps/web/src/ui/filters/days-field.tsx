import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import dayjs from "dayjs";
import type { Dayjs } from "dayjs";
import utc from "dayjs/plugin/utc";
import { useState } from "react";
import { type DayRange, rangeFault, withStart } from "./filter-draft.ts";
import type { DaysField } from "./filter-field.ts";

dayjs.extend(utc);

const FORMAT = "YYYY-MM-DD";

interface DaysInputProps {
  readonly field: DaysField;
  readonly days: DayRange;
  readonly onDays: (days: DayRange) => void;
  readonly focused: boolean;
}

const dateOf = (day: string | undefined): Dayjs | null =>
  day === undefined ? null : dayjs.utc(day);

/** The first and the last day of a range, in UTC. */
export function DaysInput({ field: { label }, days, onDays, focused }: DaysInputProps) {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DayField
        label={`${label} Start (UTC)`}
        day={days.start}
        onDay={(start) => onDays(withStart(days, start, dayjs.utc().format(FORMAT)))}
        focused={focused}
      />
      <DayField
        label={`${label} End (UTC)`}
        day={days.end}
        onDay={(end) => onDays({ ...days, end })}
        disabled={days.start === undefined}
        fault={rangeFault(days)}
      />
    </LocalizationProvider>
  );
}

interface DayFieldProps {
  readonly label: string;
  /** ISO day. */
  readonly day: string | undefined;
  /** Called with undefined when the field is emptied; what is half typed changes nothing. */
  readonly onDay: (day: string | undefined) => void;
  readonly disabled?: boolean;
  readonly fault?: string | undefined;
  readonly focused?: boolean;
}

function DayField({ label, day, onDay, disabled = false, fault, focused = false }: DayFieldProps) {
  // What is half typed stays in the field until the day is changed from outside.
  const [shown, setShown] = useState(() => dateOf(day));
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day);
    setShown(dateOf(day));
  }
  return (
    <DatePicker
      label={label}
      timezone="UTC"
      format={FORMAT}
      value={shown}
      disabled={disabled}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
      autoFocus={focused}
      onChange={(next, { validationError }) => {
        setShown(next);
        if (validationError !== null) return;
        const chosen = next?.format(FORMAT);
        setKnown(chosen);
        onDay(chosen);
      }}
      slotProps={{
        field: { clearable: true },
        textField: {
          size: "small",
          ...(fault === undefined ? {} : { error: true, helperText: fault }),
        },
      }}
    />
  );
}
