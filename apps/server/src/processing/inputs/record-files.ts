import { xxh128Of } from "../../platform/hashing/xxh128.ts";
import { type ProcessingFile, processingFileSchema } from "@swath/contract/processing";
import type { RunDeps } from "../processing-deps.ts";
import type { InputFile } from "./input-file.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

export type RecordName = "calibration" | "processing" | "instruction";

const customSchema = processingFileSchema.shape.custom;

/** The choice of custom processing; null for other processings. */
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

/** A record as stages read it; undefined if there is none. */
export async function readRecord(
  deps: Pick<RunDeps, "db" | "records">,
  processing: Processing,
  name: Exclude<RecordName, "instruction">,
): Promise<object | undefined> {
  if (name === "calibration") return deps.records.calibration(processing);
  return processingFile(deps, processing);
}

/** Where an attempt's outputs stand, its records beside them. */
export interface RecordPlace {
  readonly bucket: string;
  readonly prefix: string;
}

const bytesOf = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** A record as `NAME.json`, as tasks would find it: nothing is written. */
export async function recordFile(
  { bucket, prefix }: RecordPlace,
  name: RecordName,
  value: object,
): Promise<InputFile> {
  const bytes = bytesOf(value);
  const path = `${name}.json`;
  const key = `${prefix}.records/${path}`;
  return { path, bucket, key, size: bytes.length, xxh128: await xxh128Of(bytes) };
}

/** Writes a record as `NAME.json` beside an attempt's outputs, for its tasks to read. */
export async function writeRecord(
  { store }: Pick<RunDeps, "store">,
  place: RecordPlace,
  name: RecordName,
  value: object,
): Promise<InputFile> {
  const file = await recordFile(place, name, value);
  const { bucket, key, size } = file;
  await store.write(bucket, key, [bytesOf(value)], { size });
  return file;
}
