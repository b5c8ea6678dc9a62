import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

/** A job by its name in calls. */
export interface NamedJob {
  readonly processingId: string;
  readonly name: string;
}

/** What is shown is of the moment in which the dialog is opened. */
const FRESH = { gcTime: 0, staleTime: 0, refetchOnWindowFocus: false } as const;

/** What a resubmission would overwrite. */
export const impactQuery = (api: Api, params: NamedJob) => ({
  ...FRESH,
  queryKey: queryKeys.resubmission(params.processingId, params.name, "impact"),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.call(endpoints.readResubmitImpact, { params, signal }),
});

/** What it would find, and what of it may be chosen. */
export const preflightQuery = (api: Api, params: NamedJob) => ({
  ...FRESH,
  queryKey: queryKeys.resubmission(params.processingId, params.name, "preflight"),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.call(endpoints.readPreflight, { params, signal }),
});
