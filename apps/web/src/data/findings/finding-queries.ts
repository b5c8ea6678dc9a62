import { endpoints } from "@swath/contract/endpoints";
import type { FindingAnswer, NewFinding, NewProfile } from "@swath/contract/processing";
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

/** The saved profiles of a processing, the latest first. */
export const profilesQuery = (api: Api, processingId: string) =>
  queryOptions({
    queryKey: queryKeys.profiles(processingId),
    queryFn: ({ signal }) => api.call(endpoints.listProfiles, { query: { processingId }, signal }),
  });

/** The picture that a profile was saved with; it never changes. */
export const profilePictureQuery = (api: Api, profileId: string) =>
  queryOptions({
    queryKey: queryKeys.profilePicture(profileId),
    queryFn: ({ signal }) =>
      api.call(endpoints.readProfilePicture, { params: { profileId }, signal }),
    staleTime: Infinity,
  });

function useKeptTask<T>(
  list: readonly string[],
  send: (api: Api, of: T) => Promise<unknown>,
  onDone: () => void,
) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (of: T) => send(api, of),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: list }),
  });
}

export const useMarkFinding = (processingId: string, onDone: () => void) =>
  useKeptTask<NewFinding>(
    queryKeys.findings(processingId),
    (api, body) => api.call(endpoints.markFinding, { body }),
    onDone,
  );

export const useAnswerFinding = (processingId: string, findingId: string, onDone: () => void) =>
  useKeptTask<FindingAnswer>(
    queryKeys.findings(processingId),
    (api, body) => api.call(endpoints.answerFinding, { params: { findingId }, body }),
    onDone,
  );

export const useSaveProfile = (processingId: string, onDone: () => void) =>
  useKeptTask<NewProfile>(
    queryKeys.profiles(processingId),
    (api, body) => api.call(endpoints.saveProfile, { body }),
    onDone,
  );

export const useDeleteProfile = (processingId: string, onDone: () => void) =>
  useKeptTask<string>(
    queryKeys.profiles(processingId),
    (api, profileId) => api.call(endpoints.deleteProfile, { params: { profileId } }),
    onDone,
  );
