import { queryOptions } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import { uploadService, type UploadType } from "@swath/contract/uploads";
import type { Api } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

/** The server's state of an upload; each answer counts as new, even one equal to the last. */
export function uploadStateQuery(api: Api, flightId: string, uploadId: string) {
  return queryOptions({
    queryKey: queryKeys.uploadStatus(flightId, uploadId),
    queryFn: ({ signal }) =>
      api.call(endpoints.readUpload, { params: { flightId, uploadId }, signal }),
    structuralSharing: false,
    gcTime: 0,
  });
}

/** What stands in storage of data that is ready: read once, because the server lists its store for it. */
export function storedFilesQuery(api: Api, flightId: string, uploadId: string) {
  return queryOptions({
    queryKey: queryKeys.storedFiles(flightId, uploadId),
    queryFn: ({ signal }) =>
      api.call(endpoints.listStoredFiles, { params: { flightId, uploadId }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The latest order to read the stored files, how far it is, and what is damaged. */
export function verificationQuery(api: Api, flightId: string, uploadId: string) {
  return queryOptions({
    queryKey: queryKeys.verification(flightId, uploadId),
    queryFn: ({ signal }) =>
      api.call(endpoints.readVerification, { params: { flightId, uploadId }, signal }),
    gcTime: 0,
  });
}

/** What updates replaced of data that is ready. */
export function replacementsQuery(api: Api, flightId: string, uploadId: string) {
  return queryOptions({
    queryKey: queryKeys.replacements(flightId, uploadId),
    queryFn: ({ signal }) =>
      api.call(endpoints.listReplacements, { params: { flightId, uploadId }, signal }),
    gcTime: 0,
  });
}

/** The files that are kept of a replacement: read once, when they are looked at. */
export function replacedFilesQuery(
  api: Api,
  flightId: string,
  uploadId: string,
  replacement: number,
) {
  return queryOptions({
    queryKey: queryKeys.replacedFiles(flightId, uploadId, replacement),
    queryFn: ({ signal }) =>
      api.call(endpoints.listReplacedFiles, {
        params: { flightId, uploadId, replacement: `${replacement}` },
        signal,
      }),
    staleTime: Infinity,
    gcTime: 0,
  });
}

interface ProgressOf {
  readonly flightId: string;
  readonly uploadId: string;
  readonly uploadType: UploadType;
  readonly isUpdate: boolean;
}

/** What the server has received of an unfinished upload. */
export function uploadProgressQuery(api: Api, of: ProgressOf) {
  const { flightId, uploadId, uploadType, isUpdate } = of;
  return queryOptions({
    queryKey: queryKeys.uploadProgress(flightId, uploadId, isUpdate),
    queryFn: ({ signal }) =>
      api.call(endpoints.readProgress, {
        params: { flightId, uploadId },
        query: { isUpdate: `${isUpdate}` },
        service: uploadService(uploadType),
        signal,
      }),
    gcTime: 0,
  });
}
