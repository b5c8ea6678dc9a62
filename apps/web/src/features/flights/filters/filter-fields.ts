import type { FlightFilters, ListField } from "@swath/contract/flights";
import { STATUS } from "@swath/contract/uploads";
import { AIRCRAFT_TYPE_NAME, FLIGHT_TYPE_NAME, SENSOR_TYPE_NAME } from "../kind-names.ts";
import { draftOf, valuesOf } from "./filter-draft.ts";
import { PRIMARY_FIELDS } from "./primary-ids.ts";

/** A filter of the dialog: one of chosen values, or one of the two that combine several. */
export type FilterName = Exclude<ListField, (typeof PRIMARY_FIELDS)[number]> | "PrimaryID" | "Date";

/** In the order of the dialog. */
export const FILTER_LABELS: Readonly<Record<FilterName, string>> = {
  PrimaryID: "Primary ID",
  Aircraft: "Aircraft",
  Date: "Survey Date",
  Sensor: "Sensor",
  ProjectManager: "Project Manager",
  FlightType: "Flight Type",
  AircraftType: "Aircraft Type",
  SensorType: "Sensor Type",
  UploadStatus: "Upload Status",
  DataDispatchMethodLiDAR: "LiDAR Dispatch",
  DataDispatchMethodImagery: "Imagery Dispatch",
};
const FILTER_NAMES = Object.keys(FILTER_LABELS) as readonly FilterName[];

const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FlightType: FLIGHT_TYPE_NAME,
  AircraftType: AIRCRAFT_TYPE_NAME,
  SensorType: SENSOR_TYPE_NAME,
  UploadStatus: Object.fromEntries(Object.entries(STATUS).map(([key, { label }]) => [key, label])),
};

/** A value of a filter as people read it. */
export const valueName = (name: FilterName, value: string): string => NAMES[name]?.[value] ?? value;

export interface ActiveFilter {
  readonly name: FilterName;
  readonly label: string;
  /** How many values; the survey date counts as one. */
  readonly count: number;
}

/** The filters that are set, in the order of the dialog. */
export function activeFilters(filters: FlightFilters): ActiveFilter[] {
  const draft = draftOf(filters);
  const countOf = (name: FilterName): number => {
    if (name === "Date") return draft.start === undefined ? 0 : 1;
    const fields: readonly ListField[] = name === "PrimaryID" ? PRIMARY_FIELDS : [name];
    return fields.reduce((sum, field) => sum + valuesOf(draft, field).length, 0);
  };
  return FILTER_NAMES.map((name) => ({
    name,
    label: FILTER_LABELS[name],
    count: countOf(name),
  })).filter(({ count }) => count > 0);
}
