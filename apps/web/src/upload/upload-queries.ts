import { queryOptions } from "@tanstack/react-query";
import type { Endpoint, ParamsInput } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import type { Api } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

/** By which the calls of an upload name it. */
export interface UploadId {
  readonly flightId: string;
  readonly uploadId: string;
}

interface AnswerOptions {
  readonly replacement?: string;
  readonly staleTime?: number;
  readonly structuralSharing?: boolean;
}

/** An answer about one upload; it is dropped when no page shows it. */
function answerQuery<R extends Endpoint>(
  api: Api,
  what: Parameters<typeof queryKeys.ofUpload>[0],
  endpoint: R,
  { flightId, uploadId }: UploadId,
  { replacement, ...options }: AnswerOptions = {},
) {
  const params = { flightId, uploadId, ...(replacement === undefined ? {} : { replacement }) };
  return queryOptions({
    queryKey: queryKeys.ofUpload(what, ...Object.values(params)),
    queryFn: ({ signal }) => api.call(endpoint, { params: params as ParamsInput<R>, signal }),
    gcTime: 0,
    ...options,
  });
}

/** The server's state of an upload; each answer counts as new, even one equal to the last. */
export const uploadStateQuery = (api: Api, of: UploadId) =>
  answerQuery(api, "status", endpoints.readUpload, of, { structuralSharing: false });

/** What stands in storage of data that is ready: read once, because the server lists its store for it. */
export const storedFilesQuery = (api: Api, of: UploadId) =>
  answerQuery(api, "stored", endpoints.listStoredFiles, of, { staleTime: Infinity });

/** The latest order to read the stored files, how far it is, and what is damaged. */
export const verificationQuery = (api: Api, of: UploadId) =>
  answerQuery(api, "verification", endpoints.readVerification, of);

/** What updates replaced of data that is ready. */
export const replacementsQuery = (api: Api, of: UploadId) =>
  answerQuery(api, "replacements", endpoints.listReplacements, of);

/** The files that are kept of a replacement: read once, when they are looked at. */
export const replacedFilesQuery = (api: Api, of: UploadId, replacement: number) =>
  answerQuery(api, "replaced", endpoints.listReplacedFiles, of, {
    replacement: `${replacement}`,
    staleTime: Infinity,
  });
