import { calibrationFields, type CalibrationField } from "@swath/contract/calibrations";
import type { CalibrationFilters } from "@swath/contract/calibrations";
import { parseSurveyRange } from "@swath/contract/filters";
import { DaysInput } from "../../ui/filters/fields/days-field.tsx";
import { type DayRange, rangeFault } from "../../ui/filters/filter-draft.ts";
import { HeadPopover } from "./head-popover.tsx";
import { ValueChecklist } from "./value-checklist.tsx";

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
