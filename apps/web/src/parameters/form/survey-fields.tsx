import dayjs from "dayjs";
import utc from "dayjs/plugin/utc";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import Box from "@mui/material/Box";
import { DateTimePicker } from "@mui/x-date-pickers/DateTimePicker";
import type { Dayjs } from "dayjs";
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { DateProvider } from "../../ui/form/date-provider.tsx";
import { aircraftQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import type { ParameterKind } from "../shared/parameter-queries.ts";
import type { ParameterEntries } from "./parameter-entries.ts";

dayjs.extend(utc);

interface InstantFieldProps {
  readonly label: string;
  /** ISO instant. */
  readonly value: string | null;
  /** Called with null while what is typed is no instant. */
  readonly onValue: (value: string | null) => void;
}

/** A day and a time of it, to the minute in UTC. */
function InstantField({ label, value, onValue }: InstantFieldProps) {
  // What is half typed stays in the field.
  const [shown, setShown] = useState<Dayjs | null>(() =>
    value === null ? null : dayjs.utc(value),
  );
  return (
    <DateProvider>
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
    </DateProvider>
  );
}

interface ChosenNameProps {
  readonly label: string;
  readonly value: string | null;
  /** Undefined while they are loaded. */
  readonly options: readonly string[] | undefined;
  readonly onValue: (value: string | null) => void;
  /** Why the name is not taken. */
  readonly fault?: string | undefined;
}

/** One name of a list, such as a sensor or an aircraft. */
function ChosenName(props: ChosenNameProps) {
  const { label, value, options, onValue, fault } = props;
  // A record's own may be on no list any more.
  const all = [...new Set([...(options ?? []), ...(value === null ? [] : [value])])];
  return (
    <Autocomplete
      size="small"
      value={value}
      options={all}
      loading={options === undefined}
      onChange={(_event, chosen) => onValue(chosen)}
      renderInput={(params) => (
        <TextField
          {...params}
          required
          label={label}
          error={fault !== undefined}
          helperText={fault}
        />
      )}
    />
  );
}

interface SurveyFieldsProps {
  readonly kind: ParameterKind;
  /** Why the chosen sensor is refused. */
  readonly sensorFault: string | undefined;
  /** Undefined while they are loading. */
  readonly sensors: readonly string[] | undefined;
  readonly entries: ParameterEntries;
  readonly onEntries: (entries: ParameterEntries) => void;
}

/** The sensor, the aircraft and the date of a survey; LiDAR calibrations are due again on a date. */
export function SurveyFields(props: SurveyFieldsProps) {
  const { kind, sensorFault, sensors, entries, onEntries } = props;
  const aircraft = useQuery(aircraftQuery(useApi())).data?.map(({ Name }) => Name);
  return (
    <Box
      sx={{
        display: "grid",
        gap: 1.5,
        gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 280px), 1fr))",
      }}
    >
      <ChosenName
        label={kind === "lidar" ? "LiDAR Sensor" : "Imagery Sensor"}
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
      {kind === "lidar" ? (
        <InstantField
          label="Calibration Due Date (UTC)"
          value={entries.due}
          onValue={(due) => onEntries({ ...entries, due })}
        />
      ) : null}
    </Box>
  );
}
