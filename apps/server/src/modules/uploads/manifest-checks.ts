import { createHash } from "node:crypto";
import { AppError } from "@swath/contract/errors";
import {
  destinationPrefix,
  type Manifest,
  manifestName,
  MAX_KEY_BYTES,
  type PlannedObject,
  planObjects,
} from "@swath/contract/uploads";
import { landingOf, type Upload } from "../../domain/uploads/upload-record.ts";

/** Room for the names that the rebuild gives its own objects beside those that land. */
export const REBUILT = "@rebuilt.";

/** Where an upload's sealed manifest stands, below the first destination bucket. */
export function sealedKey(upload: Pick<Upload, "flight_id" | "type">, baseFolder: string): string {
  const prefix = destinationPrefix({ flightId: upload.flight_id, uploadType: upload.type });
  return `${prefix}${baseFolder}/${manifestName(upload.flight_id)}`;
}

/** Throws INVALID_REQUEST where a manifest is not of this upload. */
export function checkBelongs(manifest: Manifest, upload: Upload): void {
  const expected = {
    flightId: upload.flight_id,
    uploadId: upload.id,
    uploadType: upload.type,
    sensorName: upload.sensor_name,
    isUpdate: upload.is_update,
  };
  for (const [field, value] of Object.entries(expected))
    if (manifest[field as keyof typeof expected] !== value)
      throw new AppError("INVALID_REQUEST", `metadata.${field}: is not that of the upload`, {
        field: `metadata.${field}`,
        expected: value,
      });
}

function checkKeys(keys: Iterable<string>): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (Buffer.byteLength(key) > MAX_KEY_BYTES)
      throw new AppError("INVALID_PATH", `a key is longer than ${MAX_KEY_BYTES} bytes`, { key });
    if (seen.has(key))
      throw new AppError("INVALID_PATH", "two files would share one place", { key });
    seen.add(key);
  }
}

/** Lays a manifest out; throws INVALID_PATH where names collide or keys grow too long. */
export function checkedPlan(manifest: Manifest, upload: Upload): PlannedObject[] {
  const objects = planObjects(manifest.files);
  const landing = landingOf(upload);
  checkKeys(objects.map(({ name }) => landing + name));
  const destination = destinationPrefix({ flightId: upload.flight_id, uploadType: upload.type });
  checkKeys([
    sealedKey(upload, manifest.baseFolder),
    ...manifest.files.map(({ fullPath }) => destination + fullPath),
  ]);
  return objects;
}

/** SHA-256 over what a manifest says, however its JSON is laid out. */
export function manifestDigest(manifest: Manifest): string {
  const { flightId, uploadId, uploadType, sensorName, isUpdate, baseFolder, files } = manifest;
  const rows = files.map((file) => [
    file.fullPath,
    file.originalSize,
    file.zipped,
    file.destination,
  ]);
  const said = [flightId, uploadId, uploadType, sensorName, isUpdate, baseFolder, rows];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}
