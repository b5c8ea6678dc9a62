import { flightFilters } from "@swath/contract/flights";
import { UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import { recordFilterSet } from "../../data/record-filters.ts";
import { AIRCRAFT_KIND, FLIGHT_KIND, SENSOR_KIND } from "../kind-icons.tsx";

const named =
  (kinds: Readonly<Record<string, { readonly name: string }>>) =>
  (value: string): string =>
    kinds[value]?.name ?? value;

const statusName = (status: string): string =>
  UPLOAD_STATUS[status as UploadStatus]?.label ?? status;

/** What flights are filtered by. */
export const FLIGHT_FILTERS = recordFilterSet(flightFilters, [
  { field: "Sensor", label: "Sensor" },
  { field: "ProjectManager", label: "Project Manager" },
  { field: "FlightType", label: "Flight Type", labelOf: named(FLIGHT_KIND) },
  { field: "AircraftType", label: "Aircraft Type", labelOf: named(AIRCRAFT_KIND) },
  { field: "SensorType", label: "Sensor Type", labelOf: named(SENSOR_KIND) },
  { field: "UploadStatus", label: "Upload Status", labelOf: statusName },
  { field: "DataDispatchMethodLiDAR", label: "LiDAR Dispatch" },
  { field: "DataDispatchMethodImagery", label: "Imagery Dispatch" },
]);
