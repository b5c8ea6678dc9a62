import { endpoints } from "@swath/contract/endpoints";
import type { CloudFinding, FindingAnswer, NewFinding } from "@swath/contract/processing";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";

/** The findings of a processing, the open ones first. */
export const findingsQuery = (api: Api, processingId: string) =>
  queryOptions({
    queryKey: queryKeys.findings(processingId),
    queryFn: ({ signal }) => api.call(endpoints.listFindings, { query: { processingId }, signal }),
  });

/** The findings of all processings of a flight, the open ones first. */
export const flightFindingsQuery = (api: Api, flightId: string) =>
  queryOptions({
    queryKey: queryKeys.findings(flightId),
    queryFn: ({ signal }) => api.call(endpoints.listFindings, { query: { flightId }, signal }),
  });

/** The picture that a finding was marked with; it never changes. */
export const findingPictureQuery = (api: Api, findingId: string) =>
  queryOptions({
    queryKey: queryKeys.findingPicture(findingId),
    queryFn: ({ signal }) =>
      api.call(endpoints.readFindingPicture, { params: { findingId }, signal }),
    staleTime: Infinity,
  });

function useFindingTask<T>(
  processingId: string,
  send: (api: Api, of: T) => Promise<CloudFinding>,
  onDone: () => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (of: T) => send(api, of),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.findings(processingId) }),
  });
}

export const useMarkFinding = (processingId: string, onDone: () => void) =>
  useFindingTask<NewFinding>(
    processingId,
    (api, body) => api.call(endpoints.markFinding, { body }),
    onDone,
  );

export const useAnswerFinding = (processingId: string, findingId: string, onDone: () => void) =>
  useFindingTask<FindingAnswer>(
    processingId,
    (api, body) => api.call(endpoints.answerFinding, { params: { findingId }, body }),
    onDone,
  );
