import { endpoints } from "@swath/contract/endpoints";
import { processingFilters, STATUS_FILTER_VALUES } from "@swath/contract/processing";
import { aircraftQuery, sensorEquipmentQuery } from "../../data/record-queries.ts";
import { recordFilterSet } from "../../data/record-filters.ts";
import type { Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import type { OptionsQuery } from "../../ui/filters/filter-draft.ts";
import { statusFilterLabel } from "./job-style.ts";

/** The filters of processings (document 3, section 2.2; decision 4 adds the status). */
export const PROCESSING_FILTERS = recordFilterSet(processingFilters, [
  { field: "Sensor", label: "Sensor" },
  { field: "ProjectManager", label: "Project Manager" },
  { field: "ProcessingTemplate", label: "Processing Template" },
  { field: "Status", label: "Status", labelOf: statusFilterLabel },
]);

const FRESH_MS = 60_000;

/** The lists of the filter dialog: sensors, project managers, templates, aircraft. */
export function processingFilterOptions(api: Api): OptionsQuery {
  const unique = (collection: string, field: string, signal: AbortSignal) =>
    api.call(endpoints.listUnique, { params: { collection, field }, signal });
  return {
    queryKey: queryKeys.processingFilterOptions,
    staleTime: FRESH_MS,
    queryFn: async ({ signal, client }) => {
      const [equipment, aircraft, managers, templates] = await Promise.all([
        client.fetchQuery(sensorEquipmentQuery(api)),
        client.fetchQuery(aircraftQuery(api)),
        unique("project", "ProjectManager", signal),
        unique("project", "ProcessingTemplate", signal),
      ]);
      return {
        Sensor: [...new Set(equipment.map(({ Name }) => Name))],
        Aircraft: [...new Set(aircraft.map(({ Name }) => Name))],
        ProjectManager: managers,
        ProcessingTemplate: templates,
        Status: STATUS_FILTER_VALUES,
      };
    },
  };
}
