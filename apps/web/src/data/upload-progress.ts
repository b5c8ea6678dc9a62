import { queryOptions } from "@tanstack/react-query";
import { endpoints } from "@swath/contract/endpoints";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import { uploadService, type UploadProgress } from "@swath/contract/uploads";
import type { Api } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";

/** What the server has received of an unfinished upload. */
export function uploadProgressQuery(
  api: Api,
  { flight, upload }: { readonly flight: Flight; readonly upload: FlightUpload },
  isUpdate: boolean,
) {
  const [flightId, uploadId] = [flight.FlightID, upload._id];
  return queryOptions({
    queryKey: queryKeys.uploadProgress(flightId, uploadId, isUpdate),
    queryFn: ({ signal }) =>
      api.call(endpoints.readProgress, {
        params: { flightId, uploadId },
        query: { isUpdate: `${isUpdate}` },
        service: uploadService(upload.Type),
        signal,
      }),
    gcTime: 0,
  });
}

/** Percent of the bytes that the store holds; an empty record is at 0. */
export function percentArrived(
  progress: Pick<UploadProgress, "completed_file_size" | "total_file_size">,
): number {
  if (progress.total_file_size === 0) return 0;
  return (progress.completed_file_size / progress.total_file_size) * 100;
}
