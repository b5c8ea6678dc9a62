import {
  destinationBuckets,
  destinationPrefix,
  type SealedManifest,
  type UploadType,
} from "@swath/contract/uploads";
import { sealedFolders } from "../../domain/uploads/sealed-manifest.ts";
import type { RunDeps } from "../processing-deps.ts";
import type { InputFile } from "./input-file.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

type Deps = Pick<RunDeps, "db" | "store" | "buckets">;

/** The names of a log's sensors, and the uploads of a type of these whose data stands. */
async function readyUploads({ db }: Deps, processing: Processing, type: UploadType) {
  const { flight_id, sensor, sensor_id } = processing;
  const log = await db
    .selectFrom("flight_sensors")
    .select(["sensor", "secondary_sensor"])
    .where("flight_id", "=", flight_id)
    .where("sensor_id", "=", sensor_id)
    .execute();
  const names = [sensor, ...log.flatMap((each) => [each.sensor, each.secondary_sensor])];
  const known = names.filter((name) => name !== null);
  return db
    .selectFrom("uploads")
    .select(["id", "status"])
    .where("flight_id", "=", flight_id)
    .where("type", "=", type)
    .where("sensor_name", "in", known.length === 0 ? [""] : known)
    .execute();
}

/** A file's place, and its path below its upload's folder. */
function inputOf(
  { buckets }: Deps,
  { flightId, uploadType }: SealedManifest,
  file: SealedManifest["files"][number],
): InputFile {
  const [role] = destinationBuckets(uploadType, file.destination);
  const [xxh128 = null] = file.xxh128;
  return {
    path: file.fullPath.slice(file.fullPath.indexOf("/") + 1),
    bucket: buckets[role!],
    key: `${destinationPrefix({ flightId, uploadType })}${file.fullPath}`,
    size: file.originalSize,
    // A file of several parts has a checksum of each, none of the whole.
    xxh128: file.xxh128.length === 1 ? xxh128 : null,
  };
}

/**
 * The files of a flight's uploads of a type that are of the processing's sensors; undefined where no
 * data of these is ready.
 */
export async function uploadFiles(
  deps: Deps,
  processing: Processing,
  type: UploadType,
): Promise<InputFile[] | undefined> {
  const uploads = await readyUploads(deps, processing, type);
  const ready = uploads.filter(({ status }) => status === "DATA_READY" || status === "ARCHIVED");
  const ids = new Set(ready.map(({ id }) => id));
  if (ids.size === 0) return undefined;
  const flightId = processing.flight_id;
  const prefix = destinationPrefix({ flightId, uploadType: type });
  const files: InputFile[] = [];
  const roles = new Set([
    ...destinationBuckets(type, "LiDAR"),
    ...destinationBuckets(type, "IMAGERY"),
  ]);
  for (const role of roles)
    for await (const { manifest } of sealedFolders(
      deps.store,
      { bucket: deps.buckets[role], prefix },
      flightId,
    ))
      if (ids.delete(manifest.uploadId))
        files.push(...manifest.files.map((file) => inputOf(deps, manifest, file)));
  return files;
}
