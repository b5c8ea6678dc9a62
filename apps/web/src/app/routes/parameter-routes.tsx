import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { readCalibrationFilters } from "@swath/contract/calibrations";
import { useMemo } from "react";
import { LidarFormPage } from "../../parameters/lidar/lidar-form-page.tsx";
import { LidarListPage } from "../../parameters/lidar/lidar-list-page.tsx";
import { LidarRecordPage } from "../../parameters/lidar/lidar-record-page.tsx";
import { WithRecord } from "../../parameters/shared/with-record.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { PARAMETER_ID } from "../search/parameter-search.ts";
import { RequireReader } from "./require-reader.tsx";

/** The list of LiDAR parameters, its page and its filters by the address. */
export function LidarListRoute() {
  const search = useSearch({ from: "/signed-in/processing-area/ip/params" });
  const navigate = useNavigate();
  const filters = useMemo(() => readCalibrationFilters(search), [search]);
  return (
    <RequireReader>
      <LidarListPage
        page={search.page ?? 1}
        onPage={(page) => void navigate({ to: "/ip/params", search: { ...filters, page } })}
        filters={filters}
        onFilters={(chosen) => void navigate({ to: "/ip/params", search: chosen })}
      />
    </RequireReader>
  );
}

/** A new record of LiDAR parameters. */
export function NewLidarRoute() {
  return (
    <RequireReader>
      <LidarFormPage />
    </RequireReader>
  );
}

/** A record of LiDAR parameters, by the address. */
export function LidarRecordRoute() {
  const { calibrationId } = useParams({
    from: "/signed-in/processing-area/ip/params/$calibrationId",
  });
  if (!PARAMETER_ID.test(calibrationId)) return <NotFoundPage />;
  return (
    <RequireReader>
      <WithRecord key={calibrationId} kind="lidar" calibrationId={calibrationId}>
        {(record) => <LidarRecordPage record={record} />}
      </WithRecord>
    </RequireReader>
  );
}

/** The same to be completed. */
export function EditLidarRoute() {
  const { calibrationId } = useParams({
    from: "/signed-in/processing-area/ip/params/$calibrationId/edit",
  });
  if (!PARAMETER_ID.test(calibrationId)) return <NotFoundPage />;
  return (
    <RequireReader>
      <WithRecord key={calibrationId} kind="lidar" calibrationId={calibrationId}>
        {(record) => <LidarFormPage record={record} />}
      </WithRecord>
    </RequireReader>
  );
}
