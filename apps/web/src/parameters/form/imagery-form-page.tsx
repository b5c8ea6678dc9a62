import {
  IMAGERY_PARAMETERS,
  type ImageryCalibration,
  type ImageryForm,
  isImagerySensor,
} from "@swath/contract/calibrations";
import type { SensorEquipment } from "@swath/contract/flights";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sensorEquipmentQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import type { BodyOf } from "../shared/parameter-queries.ts";
import { numbersOf, type ParameterEntries, useEntries } from "./parameter-entries.ts";
import { ParameterForm } from "./parameter-form.tsx";

/** The cameras that a form offers (document 3, section 2.6). */
export const imagerySensors = (equipment: readonly SensorEquipment[]): string[] =>
  equipment
    .filter(({ Type, Name }) => Type === "MediumFormatImagery" && isImagerySensor(Name))
    .map(({ Name }) => Name);

/** Why a form's sensor is refused: imports bring records of other cameras too. */
export const sensorFault = ({ sensor }: Pick<ParameterEntries, "sensor">): string | undefined =>
  sensor === null || isImagerySensor(sensor)
    ? undefined
    : "Choose a sensor whose name begins with P1-.";

/**
 * The body that a form saves; undefined until aircraft, sensor, the seven numbers and the survey date are
 * there (document 3, section 5).
 */
export function imageryBody(
  entries: ParameterEntries,
  record: ImageryCalibration | undefined,
): BodyOf["imagery"] | undefined {
  const { sensor, aircraft, survey } = entries;
  const numbers = numbersOf(IMAGERY_PARAMETERS, entries);
  if (sensor === null || aircraft === null || survey === null || numbers === undefined)
    return undefined;
  if (!isImagerySensor(sensor)) return undefined;
  return {
    SensorName: sensor,
    Aircraft: aircraft,
    SurveyDate: survey,
    ...numbers,
    ScheduledExpiryDate: record?.ScheduledExpiryDate ?? null,
    FlightID: (record?.FlightID ?? null) as ImageryForm["FlightID"],
  };
}

/** The form of imagery parameters, for a new record or to complete one. */
export function ImageryFormPage({ record }: { readonly record?: ImageryCalibration }) {
  // The form stays with the record as it was opened, whatever is read later.
  const [opened] = useState(record);
  const equipment = useQuery(sensorEquipmentQuery(useApi())).data;
  const form = useEntries("imagery", opened);
  return (
    <ParameterForm
      {...form}
      kind="imagery"
      record={opened}
      sensors={equipment && imagerySensors(equipment)}
      sensorFault={sensorFault(form.entries)}
      bodyOf={(base) => imageryBody(form.entries, base)}
    />
  );
}
