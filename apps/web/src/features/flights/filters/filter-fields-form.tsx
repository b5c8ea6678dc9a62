import Box from "@mui/material/Box";
import { AircraftField } from "./aircraft-field.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { valuesOf, withValues } from "./filter-draft.ts";
import type { FilterDraft } from "./filter-draft.ts";
import type { FilterName } from "./filter-fields.ts";
import type { FilterOptions } from "./filter-options.ts";
import { PrimaryIdField } from "./primary-id-field.tsx";
import { SurveyDates } from "./survey-dates.tsx";

const CHOICES = [
  "Sensor",
  "ProjectManager",
  "FlightType",
  "AircraftType",
  "SensorType",
  "UploadStatus",
  "DataDispatchMethodLiDAR",
  "DataDispatchMethodImagery",
] as const;

interface FilterFieldsProps {
  readonly draft: FilterDraft;
  readonly onDraft: (draft: FilterDraft) => void;
  readonly options: FilterOptions;
  /** The filter whose field takes the focus. */
  readonly focus: FilterName | undefined;
}

/** Every field of the filters dialog. */
export function FilterFields({ draft, onDraft, options, focus }: FilterFieldsProps) {
  const parts = { draft, onDraft };
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 2, alignItems: "start" }}>
      <PrimaryIdField {...parts} focused={focus === "PrimaryID"} />
      <AircraftField {...parts} names={options.Aircraft} focused={focus === "Aircraft"} />
      <SurveyDates {...parts} focused={focus === "Date"} />
      {CHOICES.map((name) => (
        <ChoiceField
          key={name}
          name={name}
          options={options[name]}
          values={valuesOf(draft, name)}
          onValues={(values) => onDraft(withValues(draft, name, values))}
          focused={focus === name}
        />
      ))}
    </Box>
  );
}
