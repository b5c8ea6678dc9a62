import { takeHasher, giveHasherBack } from "../../../platform/hashing/xxh128.ts";
import { type ProcessingFile, processingFileSchema } from "@swath/contract/processing";
import type { Processing, RunDeps } from "../run-deps.ts";
import type { InputFile } from "./input-file.ts";

export type RecordName = "calibration" | "processing" | "instruction";

const customSchema = processingFileSchema.shape.custom;

/** What custom processing chose; null where a processing is no custom one. */
export function customOf({ custom }: Pick<Processing, "custom">): ProcessingFile["custom"] {
  return custom === null ? null : customSchema.parse(custom);
}

async function processingFile(
  { db, records }: Pick<RunDeps, "db" | "records">,
  processing: Processing,
): Promise<ProcessingFile> {
  const flight = await db
    .selectFrom("flights")
    .select(["aircraft", "wheels_up", "wheels_down"])
    .where("flight_id", "=", processing.flight_id)
    .executeTakeFirstOrThrow();
  return {
    guid: processing.guid,
    flightId: processing.flight_id,
    sensorId: processing.sensor_id,
    sensor: processing.sensor,
    projectId: processing.project_id,
    aoiNo: processing.aoi_no,
    aircraft: flight.aircraft,
    wheelsUp: flight.wheels_up?.toISOString() ?? null,
    wheelsDown: flight.wheels_down?.toISOString() ?? null,
    template: processing.template,
    ...(await records.coordinates(processing)),
    custom: customOf(processing),
  };
}

/** What a record says, as stages read it; undefined where there is none. */
export async function readRecord(
  deps: Pick<RunDeps, "db" | "records">,
  processing: Processing,
  name: RecordName,
): Promise<object | undefined> {
  if (name === "calibration") return deps.records.calibration(processing);
  if (name === "instruction") return deps.records.instruction(processing);
  return processingFile(deps, processing);
}

async function xxh128Of(bytes: Uint8Array): Promise<string> {
  const hasher = await takeHasher();
  try {
    return hasher.update(bytes).digest();
  } finally {
    giveHasherBack(hasher);
  }
}

/** Writes a record as `NAME.json` beside an attempt's outputs, for its tasks to read. */
export async function writeRecord(
  { store }: Pick<RunDeps, "store">,
  place: { readonly bucket: string; readonly prefix: string },
  name: RecordName,
  value: object,
): Promise<InputFile> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  const file = `${name}.json`;
  const key = `${place.prefix}.records/${file}`;
  await store.write(place.bucket, key, [bytes], { size: bytes.length });
  const xxh128 = await xxh128Of(bytes);
  return { path: file, bucket: place.bucket, key, size: bytes.length, xxh128 };
}
