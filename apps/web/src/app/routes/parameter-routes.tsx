import { HEX_ID } from "@swath/contract/ids";
import CompareArrows from "@mui/icons-material/CompareArrows";
import { readCalibrationFilters } from "@swath/contract/calibrations";
import { may } from "@swath/contract/identity";
import { PROPOSAL_FILE } from "@swath/contract/processing";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { type Compared, Comparison } from "../../parameters/compare/comparison.tsx";
import { ImageryFormPage } from "../../parameters/form/imagery-form-page.tsx";
import { ImageryListPage, LidarListPage } from "../../parameters/list/list-pages.tsx";
import {
  ImageryRecordPage,
  LidarRecordPage,
  WithRecord,
} from "../../parameters/record/record-page.tsx";
import { LidarFormPage } from "../../parameters/form/lidar-form-page.tsx";
import { ProposedFormPage } from "../../parameters/form/proposed-form.tsx";
import { PARAMETER_PAGES } from "../../parameters/shared/parameter-names.ts";
import type { ParameterKind, RecordOf } from "../../parameters/shared/parameter-queries.ts";
import { useApi } from "../../platform/api/api.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { reportQuery } from "../../processing/outputs/shown-file.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { NoAreaPage, NotFoundPage } from "../pages/other-pages.tsx";
import { type ComparisonSearch, type ParameterSearch } from "../search/address-search.ts";

/** Guests see no parameters (document 3, section 6). */
function RequireReader({ children }: { readonly children: ReactNode }) {
  const { roles } = useIdentity();
  return may(roles, "readCalibrations") ? children : <NoAreaPage />;
}

/** The list of LiDAR parameters, its page and its filters by the address. */
export function LidarListRoute() {
  const search = useSearch({ from: "/signed-in/processing-area/ip/params" });
  const list = useAddressedList(search, "/ip/params");
  return (
    <RequireReader>
      <LidarListPage {...list} />
    </RequireReader>
  );
}

/** The same of imagery parameters. */
export function ImageryListRoute() {
  const search = useSearch({ from: "/signed-in/processing-area/ip/imagery-params" });
  const list = useAddressedList(search, "/ip/imagery-params");
  return (
    <RequireReader>
      <ImageryListPage {...list} />
    </RequireReader>
  );
}

function useAddressedList(search: ParameterSearch, to: "/ip/params" | "/ip/imagery-params") {
  const navigate = useNavigate();
  const filters = useMemo(() => readCalibrationFilters(search), [search]);
  return {
    page: search.page ?? 1,
    onPage: (page: number) => void navigate({ to, search: { ...filters, page } }),
    filters,
    onFilters: (chosen: typeof filters) => void navigate({ to, search: chosen }),
  };
}

/** A form without a record, or with the parameters that an attempt proposes. */
export function NewLidarRoute() {
  const { proposal } = useSearch({ from: "/signed-in/processing-area/ip/params/new" });
  return (
    <RequireReader>
      {proposal === undefined ? <LidarFormPage /> : <Proposed key={proposal} of={proposal} />}
    </RequireReader>
  );
}

function Proposed({ of }: { readonly of: string }) {
  const [processingId = "", job = "", attempt = ""] = of.split(".");
  const place = { processingId, job, attempt: Number(attempt) };
  const query = useQuery(reportQuery(useApi(), place, PROPOSAL_FILE));
  return (
    <LoadedPart
      query={query}
      level={1}
      loading="Loading Parameters..."
      shape="cards"
      failed="The proposal could not be loaded"
    >
      {(text) => <ProposedFormPage name={of} text={text} />}
    </LoadedPart>
  );
}

export const NewImageryRoute = () => (
  <RequireReader>
    <ImageryFormPage />
  </RequireReader>
);

/** The record that the address names. */
function AddressedRecord<Kind extends ParameterKind>(props: {
  readonly kind: Kind;
  readonly children: (record: RecordOf[Kind]) => ReactNode;
}) {
  const { calibrationId = "" } = useParams({ strict: false });
  if (!HEX_ID.test(calibrationId)) return <NotFoundPage />;
  return (
    <RequireReader>
      <WithRecord key={calibrationId} calibrationId={calibrationId} {...props} />
    </RequireReader>
  );
}

export const LidarRecordRoute = () => (
  <AddressedRecord kind="lidar">{(record) => <LidarRecordPage record={record} />}</AddressedRecord>
);

export const EditLidarRoute = () => (
  <AddressedRecord kind="lidar">{(record) => <LidarFormPage record={record} />}</AddressedRecord>
);

export const ImageryRecordRoute = () => (
  <AddressedRecord kind="imagery">
    {(record) => <ImageryRecordPage record={record} />}
  </AddressedRecord>
);

export const EditImageryRoute = () => (
  <AddressedRecord kind="imagery">
    {(record) => <ImageryFormPage record={record} />}
  </AddressedRecord>
);

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
