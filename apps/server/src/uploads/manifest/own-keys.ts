import { destinationPrefix, manifestName } from "@swath/contract/uploads";
import type { Upload } from "../../domain/uploads/upload-record.ts";

/** Room for the names that the rebuild gives its own objects beside those that land. */
export const REBUILT = "@rebuilt.";

/** Where an upload's sealed manifest stands, below the first destination bucket. */
export function sealedKey(upload: Pick<Upload, "flight_id" | "type">, baseFolder: string): string {
  const prefix = destinationPrefix({ flightId: upload.flight_id, uploadType: upload.type });
  return `${prefix}${baseFolder}/${manifestName(upload.flight_id)}`;
}
