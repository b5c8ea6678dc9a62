import { randomUUID } from "node:crypto";
import { xxhash128 } from "hash-wasm";
import { sql } from "kysely";
import type { JobArea, JobStatus } from "@swath/contract/processing";
import { manifestName, type SealedManifest } from "@swath/contract/uploads";
import type { Db } from "../../../platform/postgres/schema.ts";
import type { RunDeps } from "../run-deps.ts";

export const UPLOAD = "TerrainMapperLAZ";
export const FLIGHT = "FL000101";

/** A job by its name, a stage that did not begin where nothing else is said. */
export type PlantedJob = string | { name: string; area?: JobArea; status?: JobStatus };

export async function plantFlight(db: Db): Promise<void> {
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    VALUES (${FLIGHT}, '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}')`.execute(db);
}

/** An upload whose files stand as the rebuild leaves them. */
export async function plantUpload(
  { db, store, buckets }: Pick<RunDeps, "db" | "store" | "buckets">,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const id = randomUUID().replaceAll("-", "").slice(0, 24);
  const row = { id, flight_id: FLIGHT, type: UPLOAD, sensor_name: "Terrain Mapper 045" } as const;
  await db
    .insertInto("uploads")
    .values({ ...row, status: "DATA_READY" })
    .execute();
  const sealed: SealedManifest["files"] = [];
  const put = (key: string, bytes: Buffer) =>
    store.write(buckets.terrainMapperLidar, key, [bytes], { size: bytes.length });
  for (const [path, said] of Object.entries(files)) {
    const [bytes, fullPath] = [Buffer.from(said), `folder/${path}`];
    await put(`${FLIGHT}/${UPLOAD}/${fullPath}`, bytes);
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
    flightId: FLIGHT,
    uploadId: id,
    uploadType: UPLOAD,
    sensorName: row.sensor_name,
    isUpdate: false,
    baseFolder: "folder",
    files: sealed,
    user: "Casey Crew",
    sealed: "2026-03-20T10:00:00Z",
  };
  const json = Buffer.from(JSON.stringify(manifest));
  await put(`${FLIGHT}/${UPLOAD}/folder/${manifestName(FLIGHT)}`, json);
}

/** A processing with jobs of these names, none of which began. */
export async function plantProcessing(db: Db, jobs: readonly PlantedJob[]): Promise<string> {
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
