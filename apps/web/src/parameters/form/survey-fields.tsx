import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { aircraftQuery } from "../../data/equipment-queries.ts";
import { useApi } from "../../platform/api/api-context.tsx";
import { ChosenName } from "./chosen-name.tsx";
import { InstantField } from "./instant-field.tsx";
import type { ParameterEntries } from "./parameter-entries.ts";

type Survey = Omit<ParameterEntries<never>, "texts">;

interface SurveyFieldsProps<E extends Survey> {
  readonly sensorLabel: string;
  /** Why the sensor that is chosen is not taken. */
  readonly sensorFault?: string | undefined;
  /** Undefined while they are loaded. */
  readonly sensors: readonly string[] | undefined;
  readonly entries: E;
  readonly onEntries: (entries: E) => void;
  /** Whether the calibration has a date at which it is due again. */
  readonly hasDue: boolean;
}

/** What parameters are of: a sensor, an aircraft, the date of their survey. */
export function SurveyFields<E extends Survey>(props: SurveyFieldsProps<E>) {
  const { sensorLabel, sensorFault, sensors, entries, onEntries, hasDue } = props;
  const aircraft = useQuery(aircraftQuery(useApi())).data?.map(({ Name }) => Name);
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "repeat(2, minmax(0, 1fr))" }}>
      <ChosenName
        label={sensorLabel}
        fault={sensorFault}
        value={entries.sensor}
        options={sensors}
        onValue={(sensor) => onEntries({ ...entries, sensor })}
      />
      <ChosenName
        label="Aircraft"
        value={entries.aircraft}
        options={aircraft}
        onValue={(name) => onEntries({ ...entries, aircraft: name })}
      />
      <InstantField
        label="Survey Date (UTC)"
        value={entries.survey}
        onValue={(survey) => onEntries({ ...entries, survey })}
      />
      {hasDue ? (
        <InstantField
          label="Calibration Due Date (UTC)"
          value={entries.due}
          onValue={(due) => onEntries({ ...entries, due })}
        />
      ) : null}
    </Box>
  );
}
