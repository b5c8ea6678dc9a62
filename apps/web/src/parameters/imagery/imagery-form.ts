import {
  IMAGERY_PARAMETERS,
  type ImageryCalibration,
  type ImageryForm,
  isImagerySensor,
} from "@swath/contract/calibrations";
import type { SensorEquipment } from "@swath/contract/flights";
import type { BodyInput } from "@swath/contract/endpoint";
import type { endpoints } from "@swath/contract/endpoints";
import { numbersOf, type ParameterEntries } from "../form/parameter-entries.ts";
import type { ImageryParameter } from "./imagery-groups.ts";

export type ImageryEntries = ParameterEntries<ImageryParameter>;
export type ImageryBody = BodyInput<typeof endpoints.createImageryCalibration>;

/** The cameras that a form offers (document 3, section 2.6). */
export const imagerySensors = (equipment: readonly SensorEquipment[]): string[] =>
  equipment
    .filter(({ Type, Name }) => Type === "MediumFormatImagery" && isImagerySensor(Name))
    .map(({ Name }) => Name);

/** Why the sensor of a form is not taken: imports bring records of other cameras too. */
export const sensorFault = ({ sensor }: Pick<ImageryEntries, "sensor">): string | undefined =>
  sensor === null || isImagerySensor(sensor)
    ? undefined
    : "Choose a sensor whose name begins with P1-.";

/**
 * What a form saves; undefined until aircraft, sensor, the seven numbers and the survey date are there
 * (document 3, section 5).
 */
export function imageryBody(
  entries: ImageryEntries,
  record: ImageryCalibration | undefined,
): ImageryBody | undefined {
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
