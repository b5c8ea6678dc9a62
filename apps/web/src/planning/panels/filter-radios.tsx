import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import type { PlanFilter } from "@swath/plan/model";
import { FILTERS } from "../address/planning-address.ts";

const LABELS: Readonly<Record<PlanFilter, string>> = {
  all: "All",
  aoi: "AOI's",
  lines: "Flight Lines",
};

interface FilterRadiosProps {
  readonly filter: PlanFilter;
  readonly onFilter: (filter: PlanFilter) => void;
}

/** What the lasso selects and the table lists. */
export function FilterRadios({ filter, onFilter }: FilterRadiosProps) {
  return (
    <RadioGroup
      row
      aria-label="What is selected and listed"
      value={filter}
      onChange={(_event, value) => onFilter(FILTERS.find((each) => each === value) ?? "all")}
    >
      {FILTERS.map((each) => (
        <FormControlLabel
          key={each}
          value={each}
          label={LABELS[each]}
          control={<Radio size="small" sx={{ p: 0.5 }} />}
          slotProps={{ typography: { variant: "body2" } }}
        />
      ))}
    </RadioGroup>
  );
}
