import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import { useQuery } from "@tanstack/react-query";
import dayjs from "dayjs";
import type { Dayjs } from "dayjs";
import utc from "dayjs/plugin/utc";
import { type RefObject, useState } from "react";
import { DateProvider } from "../form/date-provider.tsx";
import { LoadFailure } from "../feedback/notice.tsx";
import {
  type DayRange,
  type DaysField,
  daysOf,
  EMPTY_DRAFT,
  type FilterDraft,
  type FilterField,
  type FilterOptions,
  hasFault,
  type OptionsQuery,
  rangeFault,
  valuesOf,
  withDays,
  withStart,
  withValues,
} from "./filter-draft.ts";
import { FilterLoading } from "./filter-loading.tsx";
import { ChoiceInput, IdsInput, NamesInput } from "./list-inputs.tsx";

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
    <DateProvider>
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
    </DateProvider>
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

interface FilterFormProps {
  readonly fields: readonly FilterField[];
  readonly options: OptionsQuery;
  readonly draft: FilterDraft;
  readonly onDraft: (draft: FilterDraft) => void;
  /** The field that takes the focus. */
  readonly focus: string;
  /** What was typed before the fields were there. */
  readonly early: RefObject<string>;
  readonly onEarly: (change: (text: string) => string) => void;
  readonly found: string | undefined;
  readonly onSearch: () => void;
}

/** The dialog's fields, once every list of options is there. */
export function FilterForm({ fields, options, draft, onDraft, ...props }: FilterFormProps) {
  const { focus, early, onEarly, found, onSearch } = props;
  const { data, error, isFetching, refetch } = useQuery(options);
  const [clears, setClears] = useState(0);
  // Fields whose text could not be added.
  const [rests, setRests] = useState<ReadonlySet<string>>(new Set());
  const onRest = (name: string, hasRest: boolean): void => {
    if (rests.has(name) === hasRest) return;
    setRests(
      (known) => new Set(hasRest ? [...known, name] : [...known].filter((of) => of !== name)),
    );
  };
  if (data === undefined) {
    if (error === null || isFetching) return <FilterLoading onEarly={onEarly} />;
    return (
      <FilterLoading onEarly={onEarly}>
        <LoadFailure
          title="Filter parameters could not be loaded"
          failure={error}
          onRetry={() => void refetch()}
        />
      </FilterLoading>
    );
  }
  const clear = (): void => {
    setClears(clears + 1);
    setRests(new Set());
    onDraft(EMPTY_DRAFT);
  };
  const search = (): void => {
    if (rests.size === 0) onSearch();
    else focusFault();
  };
  return (
    <>
      <DialogContent dividers>
        <Box
          // Cleared fields forget what was being typed.
          key={clears}
          sx={{
            display: "grid",
            gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 300px), 1fr))",
            gap: 2,
            alignItems: "start",
          }}
        >
          {fields.map((field) => (
            <FieldInput
              key={field.name}
              field={field}
              options={data}
              draft={draft}
              onDraft={onDraft}
              focused={clears === 0 && focus === field.name}
              early={early}
              onRest={(hasRest) => onRest(field.name, hasRest)}
            />
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ px: 3, gap: 1 }}>
        <Box component="output" sx={{ flex: 1, color: "text.secondary" }}>
          {found}
        </Box>
        <Button onClick={clear}>Clear All</Button>
        <Button variant="contained" disabled={hasFault(draft)} onClick={search}>
          Search
        </Button>
      </DialogActions>
    </>
  );
}

interface FieldInputProps extends Pick<FilterFormProps, "draft" | "onDraft"> {
  readonly field: FilterField;
  readonly options: FilterOptions;
  readonly focused: boolean;
  readonly early: RefObject<string>;
  readonly onRest: (hasRest: boolean) => void;
}

/** Leads to the first field whose text could not be added. */
function focusFault(): void {
  document.querySelector<HTMLElement>("[role=dialog] input[aria-invalid=true]")?.focus();
}

function FieldInput({ field, options, draft, onDraft, focused, ...props }: FieldInputProps) {
  const { early, onRest } = props;
  const { name } = field;
  if (field.kind === "days")
    return (
      <DaysInput
        field={field}
        days={daysOf(draft, name)}
        onDays={(days) => onDraft(withDays(draft, name, days))}
        focused={focused}
      />
    );
  const list = {
    values: valuesOf(draft, name),
    onValues: (values: readonly string[]) => onDraft(withValues(draft, name, values)),
    options: options[name] ?? [],
    focused,
    early: focused ? early.current : "",
    onRest,
  };
  if (field.kind === "ids") return <IdsInput field={field} {...list} />;
  if (field.kind === "names") return <NamesInput field={field} {...list} />;
  return <ChoiceInput field={field} {...list} />;
}
