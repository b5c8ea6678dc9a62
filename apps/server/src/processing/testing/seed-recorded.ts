import { xxhash128 } from "hash-wasm";
import { sql } from "kysely";
import { destinationPrefix, manifestName, type SealedManifest } from "@swath/contract/uploads";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** The upload that brought the files: of a type whose data goes to one bucket. */
interface Seeded {
  readonly bucket: string;
  readonly flightId: string;
  readonly uploadId: string;
  readonly sensor: string;
  readonly type?: "LiDAR" | "MediumFormatImagery";
}

/** Gives an upload that is ready what it brought, as the rebuild leaves it. */
export async function seedRecorded(
  { db, store }: { readonly db: Db; readonly store: Pick<ObjectStore, "write"> },
  seeded: Seeded,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<void> {
  const { bucket, flightId, uploadId, sensor, type: uploadType = "LiDAR" } = seeded;
  const prefix = destinationPrefix({ flightId, uploadType });
  const folder = `${flightId}_${sensor.slice(-3)}`;
  const put = (key: string, bytes: Uint8Array) =>
    store.write(bucket, `${prefix}${key}`, [bytes], { size: bytes.length });
  const sealed: SealedManifest["files"] = [];
  for (const [fileName, bytes] of Object.entries(files)) {
    const fullPath = `${folder}/${fileName}`;
    await put(fullPath, bytes);
    const sums = { xxh128: [await xxhash128(bytes)], originalSize: bytes.length };
    const kept = { parts: 1, zipped: false, destination: "LiDAR" as const };
    sealed.push({ fileName, fullPath, ...kept, ...sums });
  }
  const manifest: SealedManifest = {
    flightId,
    uploadId,
    uploadType,
    sensorName: sensor,
    isUpdate: false,
    baseFolder: folder,
    files: sealed,
    user: "Casey Crew",
    sealed: "2026-03-20T10:00:00Z",
  };
  await put(`${folder}/${manifestName(flightId)}`, Buffer.from(JSON.stringify(manifest)));
  await sql`UPDATE uploads SET locations = ARRAY[${`s3://${bucket}/${prefix}`}]
    WHERE id = ${uploadId}`.execute(db);
}
