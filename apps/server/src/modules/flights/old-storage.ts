import { type FlightUpload, OLD_STORAGE_VERSION } from "@swath/contract/flights";
import { destinationPrefix } from "@swath/contract/uploads";

/** Names of the buckets of the system before, which hold the data of version 1.4 documents. */
export interface OldBuckets {
  readonly lidar: string;
  readonly imagery: string;
}

type StoredUpload = Pick<FlightUpload, "Type" | "Status" | "Locations">;

/** Where an upload's data stands: where it was rebuilt, or where the system before had put it. */
export function locationsOf(
  upload: StoredUpload,
  flight: { FlightID: string; DocumentMajorVersion: number },
  old: OldBuckets,
): string[] {
  const moved = upload.Locations.length > 0 || flight.DocumentMajorVersion !== OLD_STORAGE_VERSION;
  const stored = upload.Status === "DATA_READY" || upload.Status === "ARCHIVED";
  if (moved || !stored) return upload.Locations;
  const bucket = upload.Type.includes("Imagery") ? old.imagery : old.lidar;
  const prefix = destinationPrefix({ flightId: flight.FlightID, uploadType: upload.Type });
  return [`s3://${bucket}/${prefix}`];
}
