import {
  type Calibration,
  type CalibrationFilters,
  type ImageryCalibration,
  readCalibrationFilters,
} from "@swath/contract/calibrations";
import { endpoints } from "@swath/contract/endpoints";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lastList } from "../../data/walk/last-list.ts";
import { findNeighbours } from "../../data/walk/neighbours.ts";
import { WalkSteps } from "../../data/walk/walk-steps.tsx";
import { PARAMETER_PAGES, recordName } from "../../parameters/shared/parameter-names.ts";
import { useApi, type Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

type Kind = keyof typeof PARAMETER_PAGES;
type Listed = Calibration | ImageryCalibration;

const PAGE = 200;
const MOST_PAGES = 10;
const FRESH_MS = 30_000;

function listPage(
  api: Api,
  kind: Kind,
  { Date: SurveyDate, ...filters }: CalibrationFilters,
  { page, signal }: { readonly page: number; readonly signal: AbortSignal },
): Promise<{ readonly items: readonly Listed[]; readonly total: number }> {
  const days = SurveyDate === undefined ? {} : { SurveyDate };
  const asked = { query: { page, pageSize: PAGE, ...filters, ...days }, signal };
  return kind === "lidar"
    ? api.list(endpoints.listCalibrations, asked)
    : api.list(endpoints.listImageryCalibrations, asked);
}

interface ParameterWalkProps {
  readonly kind: Kind;
  readonly calibrationId: string;
}

/** The way from a record of parameters to those before and after it in its list. */
export function ParameterWalk({ kind, calibrationId }: ParameterWalkProps) {
  const api = useApi();
  const navigate = useNavigate();
  const { list: path, record } = PARAMETER_PAGES[kind];
  const list = lastList();
  const filters = list?.path === path ? readCalibrationFilters(list.search) : {};
  const { data } = useQuery({
    queryKey: queryKeys.neighbours({ kind, calibrationId, filters }),
    queryFn: ({ signal }) =>
      findNeighbours<Listed>({
        read: (page) => listPage(api, kind, filters, { page, signal }),
        isHere: ({ _id }) => _id === calibrationId,
        mostPages: MOST_PAGES,
      }),
    staleTime: FRESH_MS,
  });
  const stepTo = (to: Listed | undefined) =>
    to && {
      to: recordName(to),
      go: () => void navigate({ to: record, params: { calibrationId: to._id }, replace: true }),
    };
  return <WalkSteps previous={stepTo(data?.previous)} next={stepTo(data?.next)} />;
}
