import { type ProcessingFile, processingFileSchema } from "@swath/contract/processing";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import { xxh128Of } from "../../platform/hashing/xxh128.ts";
import type { RunDeps } from "../processing-deps.ts";
import type { InputFile } from "./input-file.ts";

/** The choice of custom processing; null for other processings. */
export const customOf = ({ custom }: Pick<Processing, "custom">): ProcessingFile["custom"] =>
  custom === null ? null : processingFileSchema.shape.custom.parse(custom);

/** `processing.json`, as stages read it. */
export async function processingFile(
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

/** Where an attempt's outputs stand, its records beside them. */
export interface RecordPlace {
  readonly bucket: string;
  readonly prefix: string;
  /** Whether nothing is written: the record is described as its tasks would find it. */
  readonly isPreview: boolean;
}

/** Keeps a record as `NAME.json` beside an attempt's outputs, for its tasks to read. */
export async function keepRecord(
  { store }: Pick<RunDeps, "store">,
  { bucket, prefix, isPreview }: RecordPlace,
  name: "calibration" | "processing" | "instruction",
  value: object,
): Promise<InputFile> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  const path = `${name}.json`;
  const key = `${prefix}.records/${path}`;
  const size = bytes.length;
  if (!isPreview) await store.write(bucket, key, [bytes], { size });
  return { path, bucket, key, size, xxh128: await xxh128Of(bytes) };
}
