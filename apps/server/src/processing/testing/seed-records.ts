import { randomUUID } from "node:crypto";
import { xxhash128 } from "hash-wasm";
import { sql } from "kysely";
import type { JobArea, JobStatus } from "@swath/contract/processing";
import {
  destinationBuckets,
  manifestName,
  type SealedManifest,
  type UploadType,
} from "@swath/contract/uploads";
import type { Db } from "../../platform/postgres/schema.ts";
import type { RunDeps } from "../processing-deps.ts";

export const UPLOAD = "TerrainMapperLAZ";
export const FLIGHT = "FL000101";

/** A job by its name, a stage that did not begin where nothing else is said. */
export type SeededJob = string | { name: string; area?: JobArea; status?: JobStatus };

export async function seedFlight(db: Db): Promise<void> {
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES (${FLIGHT}, '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(db);
}

/** What an upload is of. */
interface UploadOf {
  readonly flight: string;
  readonly type: UploadType;
  readonly sensor: string;
}

const SCANS: UploadOf = { flight: FLIGHT, type: UPLOAD, sensor: "Terrain Mapper 045" };

/** An upload whose files stand as the rebuild leaves them. */
export async function seedUpload(
  { db, store, buckets }: Pick<RunDeps, "db" | "store" | "buckets">,
  files: Readonly<Record<string, string | Uint8Array>>,
  { flight, type, sensor }: UploadOf = SCANS,
): Promise<void> {
  const id = randomUUID().replaceAll("-", "").slice(0, 24);
  const row = { id, flight_id: flight, type, sensor_name: sensor };
  await db
    .insertInto("uploads")
    .values({ ...row, status: "DATA_READY" })
    .execute();
  const sealed: SealedManifest["files"] = [];
  const [role] = destinationBuckets(type, "LiDAR");
  const put = (key: string, bytes: Buffer) =>
    store.write(buckets[role!], `${flight}/${type}/${key}`, [bytes], { size: bytes.length });
  const folder = `folder${sensor.slice(-4).replace(" ", "-")}`;
  for (const [path, said] of Object.entries(files)) {
    const [bytes, fullPath] = [Buffer.from(said), `${folder}/${path}`];
    await put(fullPath, bytes);
    const sums = { xxh128: [await xxhash128(bytes)], originalSize: bytes.length };
    sealed.push({
      fileName: path,
      fullPath,
      parts: 1,
      zipped: false,
      destination: "LiDAR",
      ...sums,
    });
  }
  const manifest: SealedManifest = {
    flightId: flight,
    uploadId: id,
    uploadType: type,
    sensorName: sensor,
    isUpdate: false,
    baseFolder: folder,
    files: sealed,
    user: "Casey Crew",
    sealed: "2026-03-20T10:00:00Z",
  };
  await put(`${folder}/${manifestName(flight)}`, Buffer.from(JSON.stringify(manifest)));
}

/** A processing with jobs of these names, none of which began. */
export async function seedProcessing(db: Db, jobs: readonly SeededJob[]): Promise<string> {
  const id = randomUUID();
  const kinds = await db.selectFrom("processings").select("id").execute();
  await db
    .insertInto("processings")
    .values({
      id,
      guid: id,
      area: "iptm",
      flight_id: FLIGHT,
      sensor_id: `SL${String(kinds.length).padStart(6, "0")}`,
      sensor: "Terrain Mapper 045",
      document_major_version: 4.2,
      project_id: null,
      aoi_no: null,
      template: "TerrainMapper",
      archive_path: null,
      custom: null,
      calibration_id: null,
      waits_for: null,
    })
    .execute();
  for (const [position, each] of jobs.entries()) {
    const {
      name,
      area = "stage",
      status = "NOT_COMMENCED",
    } = typeof each === "string" ? { name: each } : each;
    await db
      .insertInto("processing_jobs")
      .values({
        id: `${id}-${name}`,
        processing_id: id,
        area,
        name,
        label: `${name} label`,
        position,
        status,
        reason: null,
        run_started: null,
        run_ended: null,
        qa_user: null,
        qa_issue_desc: null,
        qa_issue_res: null,
        output_path: null,
      })
      .execute();
  }
  return id;
}
