import { queryOptions } from "@tanstack/react-query";
import { routes } from "@swath/contract/routes";
import { uploadService, type UploadType } from "@swath/contract/uploads";
import type { Api } from "../../platform/api/api.ts";

interface UploadAddress {
  readonly flightId: string;
  readonly uploadId: string;
}

/** The server's state of an upload; each answer counts as new, even one equal to the last. */
export function uploadStateQuery(api: Api, params: UploadAddress) {
  return queryOptions({
    queryKey: ["upload-state", params],
    queryFn: ({ signal }) => api.call(routes.readUpload, { params, signal }),
    structuralSharing: false,
    gcTime: 0,
  });
}

interface ProgressAddress extends UploadAddress {
  readonly uploadType: UploadType;
  readonly isUpdate: boolean;
}

/** What the server has received of an unfinished upload. */
export function uploadProgressQuery(
  api: Api,
  { uploadType, isUpdate, ...params }: ProgressAddress,
) {
  return queryOptions({
    queryKey: ["upload-progress", params, isUpdate],
    queryFn: ({ signal }) =>
      api.call(routes.readProgress, {
        params,
        query: { isUpdate: `${isUpdate}` },
        service: uploadService(uploadType),
        signal,
      }),
    gcTime: 0,
  });
}
