import type { SxProps, Theme } from "@mui/material/styles";
import { useQuery } from "@tanstack/react-query";
import { aircraftQuery, sensorEquipmentQuery, settingsQuery } from "../../data/record-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { ParameterList, type ParameterListPlace } from "../list/parameter-list.tsx";
import { isOtherVersion } from "../shared/lms-version.tsx";
import { lidarColumns } from "./lidar-columns.tsx";

/** Records that stand out; the cell of the version says why. */
const HIGHLIGHT: SxProps<Theme> = ({ vars, palette }) => ({
  backgroundColor: `color-mix(in srgb, ${(vars ?? { palette }).palette.secondary.main} 14%, transparent)`,
});

/** The list of LiDAR parameters (document 3, section 2.3). */
export function LidarListPage(place: ParameterListPlace) {
  usePageTitle(place.page === 1 ? "LiDAR parameters" : `LiDAR parameters, page ${place.page}`);
  const api = useApi();
  const current = useQuery(settingsQuery(api)).data?.LMSCurrentVersion ?? "";
  const aircraft = useQuery(aircraftQuery(api)).data ?? [];
  const equipment = useQuery(sensorEquipmentQuery(api)).data ?? [];
  const sensors = equipment.filter(({ Type }) => Type === "LiDAR").map(({ Name }) => Name);
  return (
    <ParameterList kind="lidar" title="LiDAR parameters" {...place}>
      {(rows, filters, onFilters, choose) => (
        <DataTable
          caption="LiDAR parameters, latest survey first"
          columns={[
            choose,
            ...lidarColumns({
              filters,
              onFilters,
              aircraft: aircraft.map(({ Name }) => Name),
              sensors,
              currentLMSVersion: current,
            }),
          ]}
          rows={rows}
          keyOf={({ _id }) => _id}
          rowSx={(of) => (isOtherVersion({ of, current }) ? HIGHLIGHT : {})}
        />
      )}
    </ParameterList>
  );
}
