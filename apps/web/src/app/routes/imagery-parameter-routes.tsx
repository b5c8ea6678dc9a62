import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { readCalibrationFilters } from "@swath/contract/calibrations";
import { useMemo } from "react";
import { ImageryFormPage } from "../../parameters/imagery/imagery-form-page.tsx";
import { ImageryListPage } from "../../parameters/imagery/imagery-list-page.tsx";
import { ImageryRecordPage } from "../../parameters/imagery/imagery-record-page.tsx";
import { WithRecord } from "../../parameters/shared/with-record.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { PARAMETER_ID } from "../search/parameter-search.ts";
import { RequireReader } from "./require-reader.tsx";

/** The list of imagery parameters, its page and its filters by the address. */
export function ImageryListRoute() {
  const search = useSearch({ from: "/signed-in/processing-area/ip/imagery-params" });
  const navigate = useNavigate();
  const filters = useMemo(() => readCalibrationFilters(search), [search]);
  return (
    <RequireReader>
      <ImageryListPage
        page={search.page ?? 1}
        onPage={(page) => void navigate({ to: "/ip/imagery-params", search: { ...filters, page } })}
        filters={filters}
        onFilters={(chosen) => void navigate({ to: "/ip/imagery-params", search: chosen })}
      />
    </RequireReader>
  );
}

/** A new record of imagery parameters. */
export function NewImageryRoute() {
  return (
    <RequireReader>
      <ImageryFormPage />
    </RequireReader>
  );
}

/** A record of imagery parameters, by the address. */
export function ImageryRecordRoute() {
  const { calibrationId } = useParams({
    from: "/signed-in/processing-area/ip/imagery-params/$calibrationId",
  });
  if (!PARAMETER_ID.test(calibrationId)) return <NotFoundPage />;
  return (
    <RequireReader>
      <WithRecord key={calibrationId} kind="imagery" calibrationId={calibrationId}>
        {(record) => <ImageryRecordPage record={record} />}
      </WithRecord>
    </RequireReader>
  );
}

/** The same to be completed. */
export function EditImageryRoute() {
  const { calibrationId } = useParams({
    from: "/signed-in/processing-area/ip/imagery-params/$calibrationId/edit",
  });
  if (!PARAMETER_ID.test(calibrationId)) return <NotFoundPage />;
  return (
    <RequireReader>
      <WithRecord key={calibrationId} kind="imagery" calibrationId={calibrationId}>
        {(record) => <ImageryFormPage record={record} />}
      </WithRecord>
    </RequireReader>
  );
}
