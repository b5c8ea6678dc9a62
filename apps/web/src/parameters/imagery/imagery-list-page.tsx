import { useQuery } from "@tanstack/react-query";
import { aircraftQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ParameterList, type ParameterListPlace } from "../list/parameter-list.tsx";
import { calibratedSensorsQuery } from "../shared/parameter-queries.ts";
import { imageryColumns } from "./imagery-columns.tsx";

/** The list of imagery parameters (document 3, section 2.4). */
export function ImageryListPage(place: ParameterListPlace) {
  usePageTitle(place.page === 1 ? "Imagery parameters" : `Imagery parameters, page ${place.page}`);
  const api = useApi();
  const aircraft = useQuery(aircraftQuery(api)).data ?? [];
  const sensors = useQuery(calibratedSensorsQuery(api, "imagery")).data ?? [];
  return (
    <ParameterList kind="imagery" title="Imagery parameters" {...place}>
      {(rows, filters, onFilters, choose) => (
        <DataTable
          caption="Imagery parameters, latest survey first"
          columns={[
            choose,
            ...imageryColumns({
              filters,
              onFilters,
              aircraft: aircraft.map(({ Name }) => Name),
              sensors,
            }),
          ]}
          rows={rows}
          keyOf={({ _id }) => _id}
        />
      )}
    </ParameterList>
  );
}
