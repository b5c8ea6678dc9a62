import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import NativeSelect from "@mui/material/NativeSelect";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import {
  CALIBRATION_FILTERS,
  type CalibrationField,
  calibrationFields,
  type CalibrationFilters,
} from "@swath/contract/calibrations";
import { parseSurveyRange } from "@swath/contract/filters";
import { useState } from "react";
import { DaysInput } from "../../ui/filters/filter-form.tsx";
import { type DayRange, rangeFault } from "../../ui/filters/filter-draft.ts";
import { HeadPopover } from "./head-popover.tsx";

/** The filters of a list's heads. */
export interface HeadFilters {
  readonly filters: CalibrationFilters;
  readonly onFilters: (filters: CalibrationFilters) => void;
}

interface NamedHead extends HeadFilters {
  /** The column's name. */
  readonly name: string;
}

/** Sets one filter, or takes it away. */
function changed<F extends keyof CalibrationFilters>(
  filters: CalibrationFilters,
  field: F,
  value: CalibrationFilters[F] | undefined,
): CalibrationFilters {
  const { [field]: _former, ...others } = filters;
  return value === undefined ? others : { ...others, [field]: value };
}

/** The column of statuses, filtered by one of them, or by none. */
export function StatusHead({ filters, onFilters }: HeadFilters) {
  return (
    <Box sx={{ display: "grid" }}>
      Status
      <NativeSelect
        value={filters.Status ?? ""}
        onChange={({ target: { value } }) => {
          const status = CALIBRATION_FILTERS.find((each) => each === value);
          onFilters(changed(filters, "Status", status));
        }}
        inputProps={{ "aria-label": "Filter by Status" }}
        sx={{ fontSize: "0.8rem" }}
      >
        <option value="">None</option>
        {CALIBRATION_FILTERS.map((filter) => (
          <option key={filter} value={filter}>
            {filter}
          </option>
        ))}
      </NativeSelect>
    </Box>
  );
}

interface ChoiceHeadProps extends NamedHead, Pick<ChecklistProps, "options" | "labelOf"> {
  readonly field: CalibrationField;
}

const NONE: readonly string[] = [];

/** A column that is filtered by several of its values. */
export function ChoiceHead({ field, options, labelOf, ...props }: ChoiceHeadProps) {
  const { name, filters, onFilters } = props;
  const values = calibrationFields.valuesOf(field, filters[field] ?? "") ?? NONE;
  return (
    <HeadPopover
      name={name}
      count={values.length}
      value={values}
      none={NONE}
      isValid={(chosen) => chosen.length > 0}
      onValue={(chosen) => {
        const text = chosen.length === 0 ? undefined : calibrationFields.textOf(field, chosen);
        onFilters(changed(filters, field, text));
      }}
    >
      {(chosen, onChosen) => (
        <ValueChecklist
          label={name}
          values={chosen}
          onValues={onChosen}
          options={options}
          labelOf={labelOf}
        />
      )}
    </HeadPopover>
  );
}

/** The number of values from which on a text finds some of them. */
const MOST_UNFOUND = 8;

interface ChecklistProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly onValues: (values: readonly string[]) => void;
  /** The values on offer. */
  readonly options: readonly string[];
  /** A value as people read it. */
  readonly labelOf?: ((value: string) => string) | undefined;
}

/** Several values of a list, each by a box to tick. */
function ValueChecklist(props: ChecklistProps) {
  const { label, values, onValues, options, labelOf = (value: string) => value } = props;
  const [typed, setTyped] = useState("");
  // A chosen value may be on no list any more: a sensor that was sold.
  const all = [...new Set([...options, ...values])];
  const found = all.filter((value) =>
    labelOf(value).toLowerCase().includes(typed.trim().toLowerCase()),
  );
  return (
    <>
      {all.length > MOST_UNFOUND ? (
        <TextField
          size="small"
          label={`Find ${label}`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the filter that was clicked
          autoFocus
        />
      ) : null}
      <Box
        component="fieldset"
        aria-label={label}
        sx={{ m: 0, p: 0, border: 0, maxHeight: 260, overflow: "auto", display: "grid" }}
      >
        {found.length === 0 ? <Typography sx={{ color: "text.secondary" }}>None</Typography> : null}
        {found.map((value) => (
          <FormControlLabel
            key={value}
            label={labelOf(value)}
            control={
              <Checkbox
                size="small"
                checked={values.includes(value)}
                onChange={({ target }) =>
                  onValues(
                    target.checked ? [...values, value] : values.filter((each) => each !== value),
                  )
                }
                sx={{ py: 0.5 }}
              />
            }
          />
        ))}
      </Box>
    </>
  );
}

const NO_DAYS: DayRange = {};

const isRange = (days: DayRange): boolean =>
  days.start !== undefined && days.end !== undefined && rangeFault(days) === undefined;

/** A column of survey dates that is filtered by a range of days. */
export function DatesHead({ name, filters, onFilters }: NamedHead) {
  const days = filters.Date === undefined ? NO_DAYS : (parseSurveyRange(filters.Date) ?? NO_DAYS);
  return (
    <HeadPopover
      name={name}
      count={days.start === undefined ? 0 : 1}
      value={days}
      none={NO_DAYS}
      isValid={isRange}
      onValue={({ start, end }) =>
        onFilters(changed(filters, "Date", start === undefined ? undefined : `${start}+${end}`))
      }
    >
      {(chosen, onChosen) => (
        <DaysInput
          field={{ kind: "days", name: /* code */ "Date", label: "Survey Date" }}
          days={chosen}
          onDays={onChosen}
          focused
        />
      )}
    </HeadPopover>
  );
}
