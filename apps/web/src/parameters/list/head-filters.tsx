import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import {
  type CalibrationField,
  type CalibrationFilters,
  calibrationFields,
} from "@swath/contract/calibrations";
import { parseSurveyRange } from "@swath/contract/filters";
import { DaysInput } from "../../ui/filters/filter-form.tsx";
import { type DayRange, rangeFault } from "../../ui/filters/filter-draft.ts";
import { HeadPopover } from "./head-popover.tsx";

/** Of more values some can be found by what is typed. */
const MOST_UNFOUND = 8;

interface ValueChecklistProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly onValues: (values: readonly string[]) => void;
  /** The values on offer. */
  readonly options: readonly string[];
  /** A value as people read it. */
  readonly labelOf?: ((value: string) => string) | undefined;
}

/** Several values of a list, each by a box to tick. */
function ValueChecklist(props: ValueChecklistProps) {
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

interface HeadFilterProps {
  /** The column's name. */
  readonly name: string;
  readonly filters: CalibrationFilters;
  readonly onFilters: (filters: CalibrationFilters) => void;
}

interface ChoiceHeadProps extends HeadFilterProps {
  readonly field: CalibrationField;
  /** The values on offer. */
  readonly options: readonly string[];
  /** A value as people read it. */
  readonly labelOf?: (value: string) => string;
}

const NONE: readonly string[] = [];

/** A column that is filtered by several of its values. */
export function ChoiceHead({ name, field, options, labelOf, ...props }: ChoiceHeadProps) {
  const { filters, onFilters } = props;
  const values = calibrationFields.valuesOf(field, filters[field] ?? "") ?? NONE;
  return (
    <HeadPopover
      name={name}
      count={values.length}
      value={values}
      none={NONE}
      isValid={(chosen) => chosen.length > 0}
      onValue={(chosen) => {
        const { [field]: _former, ...others } = filters;
        onFilters(
          chosen.length === 0
            ? others
            : { ...others, [field]: calibrationFields.textOf(field, chosen) },
        );
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

const NO_DAYS: DayRange = {};

const isRange = (days: DayRange): boolean =>
  days.start !== undefined && days.end !== undefined && rangeFault(days) === undefined;

/** A column of survey dates that is filtered by a range of days. */
export function DatesHead({ name, filters, onFilters }: HeadFilterProps) {
  const days = filters.Date === undefined ? NO_DAYS : (parseSurveyRange(filters.Date) ?? NO_DAYS);
  return (
    <HeadPopover
      name={name}
      count={days.start === undefined ? 0 : 1}
      value={days}
      none={NO_DAYS}
      isValid={isRange}
      onValue={({ start, end }) => {
        const { Date: _former, ...others } = filters;
        onFilters(start === undefined ? others : { ...others, Date: `${start}+${end}` });
      }}
    >
      {(chosen, onChosen) => (
        <DaysInput
          field={{ kind: "days", name: "Date", label: "Survey Date" }}
          days={chosen}
          onDays={onChosen}
          focused
        />
      )}
    </HeadPopover>
  );
}
