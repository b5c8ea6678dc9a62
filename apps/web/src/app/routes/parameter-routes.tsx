import CompareArrows from "@mui/icons-material/CompareArrows";
import { readCalibrationFilters } from "@swath/contract/calibrations";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Compared, Comparison } from "../../parameters/compare/comparison.tsx";
import { ImageryFormPage } from "../../parameters/form/imagery-form-page.tsx";
import { ImageryListPage, LidarListPage } from "../../parameters/list/list-pages.tsx";
import {
  ImageryRecordPage,
  LidarRecordPage,
  WithRecord,
} from "../../parameters/record/record-page.tsx";
import { LidarFormPage } from "../../parameters/form/lidar-form-page.tsx";
import { PARAMETER_PAGES } from "../../parameters/shared/parameter-names.ts";
import type { ParameterKind } from "../../parameters/shared/parameter-queries.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import type { ComparisonSearch } from "../search/comparison-search.ts";
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

/** Two records of LiDAR parameters side by side, by the address. */
export function LidarComparisonRoute() {
  const search = useSearch({ from: "/signed-in/processing-area/ip/params/compare" });
  return <ComparisonOf kind="lidar" search={search} />;
}

/** The same of imagery parameters. */
export function ImageryComparisonRoute() {
  const search = useSearch({ from: "/signed-in/processing-area/ip/imagery-params/compare" });
  return <ComparisonOf kind="imagery" search={search} />;
}

interface ComparisonOfProps {
  readonly kind: ParameterKind;
  readonly search: ComparisonSearch;
}

function ComparisonOf({ kind, search }: ComparisonOfProps) {
  const { first, second, only = false } = search;
  const navigate = useNavigate();
  const { list, compare } = PARAMETER_PAGES[kind];
  const go = (change: ComparisonSearch): void =>
    void navigate({ to: compare, search: { ...search, ...change }, replace: true });
  return (
    <RequireReader>
      {first === undefined || second === undefined ? (
        <Notice level={1} Icon={CompareArrows} title="Two records are compared">
          <ButtonLink to={list}>Choose them in the list</ButtonLink>
        </Notice>
      ) : (
        <WithRecord key={first} kind={kind} calibrationId={first}>
          {(one) => (
            <WithRecord key={second} kind={kind} calibrationId={second}>
              {(other) => (
                <Comparison
                  of={{ kind, records: [one, other] } as Compared}
                  onlyDifferences={only}
                  onOnlyDifferences={(next) => go({ only: next ? true : undefined })}
                  onSwap={() => go({ first: second, second: first })}
                />
              )}
            </WithRecord>
          )}
        </WithRecord>
      )}
    </RequireReader>
  );
}

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
