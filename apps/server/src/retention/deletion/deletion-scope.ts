import { AppError } from "@swath/contract/errors";
import type { DeletionPreview } from "@swath/contract/retention";
import type { BucketRole } from "@swath/contract/uploads";
import { sql } from "kysely";
import { isBeingMoved, workUnderWay } from "../../domain/cold/flight-work.ts";
import { PREPARED_FOLDER } from "../../domain/storage/prepared-place.ts";
import { isHeld, openHoldsOf } from "../../domain/retention/held-flights.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface Scope {
  readonly kind: "flight" | "project";
  readonly id: string;
}

export type Buckets = Readonly<Record<BucketRole, string>>;

/** Why the data of a flight is not deleted now; undefined where it may be. */
export async function refusalOf(db: Db, flightId: string): Promise<string | undefined> {
  if (await isHeld(db, flightId)) return "a project of it is on hold";
  if (await isBeingMoved(db, flightId)) return "it is being moved to cold storage";
  return workUnderWay(db, flightId);
}

interface FlightsOf {
  readonly flights: readonly string[];
  readonly shared: readonly string[];
}

/** The flights of a scope: of a project those that are no other's too. FLIGHT_NOT_FOUND, PROJECT_NOT_FOUND. */
async function flightsOf(db: Db, { kind, id }: Scope): Promise<FlightsOf> {
  if (kind === "flight") {
    const { rows } = await sql`SELECT 1 FROM flights WHERE flight_id = ${id}`.execute(db);
    if (rows.length === 0) throw new AppError("FLIGHT_NOT_FOUND", `there is no flight ${id}`);
    return { flights: [id], shared: [] };
  }
  const { rows: known } = await sql`SELECT 1 FROM projects WHERE project_id = ${id}`.execute(db);
  if (known.length === 0) throw new AppError("PROJECT_NOT_FOUND", `there is no project ${id}`);
  const { rows } = await sql<{ flight: string; shared: boolean }>`
    SELECT s.flight_id AS flight, bool_or(o.project_id IS NOT NULL) AS shared
    FROM flight_sensors s LEFT JOIN flight_sensors o
      ON o.flight_id = s.flight_id AND o.project_id IS NOT NULL AND o.project_id <> ${id}
    WHERE s.project_id = ${id} GROUP BY s.flight_id ORDER BY s.flight_id`.execute(db);
  const named = (shared: boolean) =>
    rows.filter((row) => row.shared === shared).map(({ flight }) => flight);
  return { flights: named(false), shared: named(true) };
}

/** Every place that is a flight's alone: nothing of another flight is ever below one. */
export function placesOfFlight(flightId: string, buckets: Buckets) {
  const { uploads, lidar, imagery, terrainMapperLidar, archive } = buckets;
  const own = [uploads, lidar, imagery, terrainMapperLidar, archive];
  const outputs = [buckets.processing, buckets.ai, buckets.terrainMapperProcessing];
  return sql<{ bucket: string; prefix: string }>`
    SELECT bucket, ${flightId} || '/' AS prefix FROM unnest(${own}::text[]) AS bucket
    UNION SELECT ${uploads}, 'replaced/' || r.id || '/' FROM replacements r
      JOIN uploads u ON u.id = r.upload_id WHERE u.flight_id = ${flightId}
    UNION SELECT bucket, guid || '/' FROM processings
      CROSS JOIN unnest(${outputs}::text[]) AS bucket
      WHERE flight_id = ${flightId} AND guid ~ '^[0-9A-Za-z-]+$'
    UNION SELECT copy_bucket, ${PREPARED_FOLDER} || id || '/' FROM prepared_clouds
      WHERE (bucket = ANY (${own}::text[]) AND starts_with(key, ${flightId} || '/'))
        OR (bucket = ANY (${outputs}::text[]) AND split_part(key, '/', 1) IN
          (SELECT guid FROM processings WHERE flight_id = ${flightId}))`;
}

type Counts = Pick<DeletionPreview, "uploads" | "processings" | "archives" | "objects" | "bytes">;

async function countsOf(db: Db, flightId: string, buckets: Buckets): Promise<Counts> {
  const { rows } = await sql<Counts>`SELECT
      (SELECT count(*) FROM uploads WHERE flight_id = ${flightId}) AS uploads,
      (SELECT count(*) FROM processings WHERE flight_id = ${flightId}) AS processings,
      (SELECT count(*) FROM archives WHERE flight_id = ${flightId}) AS archives,
      coalesce(sum(f.objects), 0)::bigint AS objects, coalesce(sum(f.bytes), 0)::bigint AS bytes
    FROM stored_folders f JOIN (${placesOfFlight(flightId, buckets)}) AS p
      ON p.bucket = f.bucket AND p.prefix = f.prefix`.execute(db);
  return rows[0]!;
}

/** What a deletion would take. */
export async function previewDeletion(
  db: Db,
  buckets: Buckets,
  scope: Scope,
): Promise<DeletionPreview> {
  const { flights, shared } = await flightsOf(db, scope);
  const sum = { uploads: 0, processings: 0, archives: 0, objects: 0, bytes: 0 };
  const refusals: string[] = [];
  for (const flightId of flights) {
    const counts = await countsOf(db, flightId, buckets);
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
    const refusal = await refusalOf(db, flightId);
    if (refusal !== undefined) refusals.push(`${flightId}: ${refusal}`);
  }
  if (flights.length === 0) refusals.push("no flight is this project’s alone");
  const holds = (await openHoldsOf(db, flights)).map(({ project: projectId, reason, since }) => ({
    projectId,
    reason,
    since: since.toISOString(),
  }));
  return { flights: [...flights], shared: [...shared], ...sum, refusals, holds };
}
