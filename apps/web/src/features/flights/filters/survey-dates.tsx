import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import dayjs from "dayjs";
import type { Dayjs } from "dayjs";
import utc from "dayjs/plugin/utc";
import { useState } from "react";
import { rangeFault, withStart } from "./filter-draft.ts";
import type { FilterDraft } from "./filter-draft.ts";

dayjs.extend(utc);

const FORMAT = "YYYY-MM-DD";

interface SurveyDatesProps {
  readonly draft: FilterDraft;
  readonly onDraft: (draft: FilterDraft) => void;
  readonly focused: boolean;
}

const dateOf = (day: string | undefined): Dayjs | null =>
  day === undefined ? null : dayjs.utc(day);

/** The first and the last survey day, in UTC. */
export function SurveyDates({ draft, onDraft, focused }: SurveyDatesProps) {
  const fault = rangeFault(draft);
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DayField
        label="Survey Date Start (UTC)"
        day={draft.start}
        onDay={(start) => onDraft(withStart(draft, start, dayjs.utc().format(FORMAT)))}
        focused={focused}
      />
      <DayField
        label="Survey Date End (UTC)"
        day={draft.end}
        onDay={(end) => onDraft({ ...draft, end })}
        disabled={draft.start === undefined}
        fault={fault}
      />
    </LocalizationProvider>
  );
}

interface DayFieldProps {
  readonly label: string;
  /** ISO day. */
  readonly day: string | undefined;
  /** Told undefined when the field is emptied; what is half typed changes nothing. */
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
