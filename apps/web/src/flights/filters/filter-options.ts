import {
  AIRCRAFT_TYPES,
  DISPATCH_METHODS,
  FLIGHT_TYPES,
  SENSOR_TYPES,
} from "@swath/contract/flights";
import { endpoints } from "@swath/contract/endpoints";
import { UPLOAD_STATUSES } from "@swath/contract/uploads";
import { sensorEquipmentQuery } from "../../data/equipment-queries.ts";
import type { Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import type { OptionsQuery } from "../../ui/filters/filter-field.ts";

const ALL = { page: 1, pageSize: -1, sort: "Name 1" };
const FRESH_MS = 60_000;

/** Never left the browser it began in. */
const statuses = UPLOAD_STATUSES.filter((status) => status !== "UPLOAD_INIT");

/** Every list of the filter dialog: of the server and of the contract. */
export function filterOptionsQuery(api: Api): OptionsQuery {
  return {
    queryKey: queryKeys.flightFilterOptions,
    staleTime: FRESH_MS,
    queryFn: async ({ signal, client }) => {
      const [equipment, aircraft, managers] = await Promise.all([
        client.fetchQuery(sensorEquipmentQuery(api)),
        api.call(endpoints.listAircraft, { query: ALL, signal }),
        api.call(endpoints.listUnique, {
          params: { collection: "projects", field: "ProjectManager" },
          signal,
        }),
      ]);
      return {
        Sensor: [...new Set(equipment.map(({ Name }) => Name))],
        Aircraft: [...new Set(aircraft.map(({ Name }) => Name))],
        ProjectManager: managers,
        FlightType: FLIGHT_TYPES,
        AircraftType: AIRCRAFT_TYPES,
        SensorType: SENSOR_TYPES,
        UploadStatus: statuses,
        DataDispatchMethodLiDAR: DISPATCH_METHODS,
        DataDispatchMethodImagery: DISPATCH_METHODS,
      };
    },
  };
}
