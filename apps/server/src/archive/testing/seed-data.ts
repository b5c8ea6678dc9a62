import { xxhash128 } from "hash-wasm";
import { sql } from "kysely";
import {
  type BucketRole,
  type Destination,
  destinationBuckets,
  manifestName,
  type SealedManifest,
  type UploadType,
} from "@swath/contract/uploads";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";

export interface ReadyFile {
  /** Below the upload's folder. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly destination: Destination;
}

export const file = (
  path: string,
  size: number,
  destination: Destination = "LiDAR",
): ReadyFile => ({
  path,
  bytes: Buffer.alloc(size, path),
  destination,
});

/** A LiDAR folder of which one file belongs to imagery too. */
export const LIDAR: readonly ReadyFile[] = [
  file("plan.kmz", 1_200),
  file("part 1/a.range", 300_000),
  file("part 1/ü@%.range", 70_001),
  file("report.pdf", 3_000, "LIDAR_IMAGERY"),
];
export const IMAGERY: readonly ReadyFile[] = [file("0001.iiq", 90_000, "IMAGERY")];

const WRITES_AT_ONCE = 16;

async function* stream<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

export function put(store: ObjectStore, bucket: string, key: string, bytes: Buffer) {
  return store.write(bucket, key, [bytes], { size: bytes.length });
}

export async function seedFlight(db: Db, flightId: string): Promise<void> {
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES (${flightId}, '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(db);
}

export interface Seeded {
  readonly flightId: string;
  readonly uploadId: string;
  readonly type: UploadType;
  readonly sensor: string;
}

interface Place {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
}

async function seedFiles(
  { store, buckets }: Place,
  { flightId, type }: Seeded,
  folder: string,
  files: readonly ReadyFile[],
): Promise<SealedManifest["files"]> {
  const sealed: SealedManifest["files"] = [];
  await forEachConcurrently(stream(files), WRITES_AT_ONCE, async ({ path, bytes, destination }) => {
    const fullPath = `${folder}/${path}`;
    for (const role of destinationBuckets(type, destination))
      await put(store, buckets[role], `${flightId}/${type}/${fullPath}`, bytes);
    sealed.push({
      fileName: path.split("/").at(-1)!,
      fullPath,
      originalSize: bytes.length,
      parts: 1,
      zipped: false,
      destination,
      xxh128: [await xxhash128(bytes)],
    });
  });
  return sealed;
}

/** An upload whose data stands as the rebuild leaves it. */
export async function seedReady(
  place: Place,
  seeded: Seeded,
  files: readonly ReadyFile[],
): Promise<void> {
  const { flightId, uploadId, type, sensor } = seeded;
  const [sensorName, baseFolder] = [`Sensor - ${sensor}`, `${flightId}_${sensor}`];
  const row = { id: uploadId, flight_id: flightId, type, sensor_name: sensorName };
  await place.db
    .insertInto("uploads")
    .values({ ...row, status: "DATA_READY" })
    .execute();
  const sealed: SealedManifest = {
    flightId,
    uploadId,
    uploadType: type,
    sensorName,
    isUpdate: false,
    baseFolder,
    files: await seedFiles(place, seeded, baseFolder, files),
    user: "Casey Crew",
    sealed: "2026-03-20T10:00:00Z",
  };
  const [first] = destinationBuckets(type, files[0]!.destination);
  const key = `${flightId}/${type}/${baseFolder}/${manifestName(flightId)}`;
  await put(place.store, place.buckets[first!], key, Buffer.from(JSON.stringify(sealed)));
}
