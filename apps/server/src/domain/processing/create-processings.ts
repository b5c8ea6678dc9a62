import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../../platform/postgres/schema.ts";
import type { KnownTemplates } from "./known-templates.ts";
import { type JobChange, moveJobStatuses } from "./move-job-status.ts";

/**
 * Jobs are made by whether their project has an instruction (`shared`, many at once), or changed since
 * it has one: neither misses what the other is about to commit.
 */
async function lockJobsByInstructions(trx: Trx, mode: "shared" | "alone"): Promise<void> {
  const lock = sql.raw(
    mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock",
  );
  await sql`SELECT ${lock}(hashtextextended('jobs by instructions', 0))`.execute(trx);
}

/** Makes jobs apply that had no instruction, now that their projects have one. */
export async function applyInstructed(
  trx: Trx,
  projectIds: readonly string[],
  { actor, from }: Pick<JobChange, "actor" | "from">,
): Promise<void> {
  await lockJobsByInstructions(trx, "alone");
  const rows = await trx
    .selectFrom("processing_jobs as j")
    .innerJoin("processings as p", "p.id", "j.processing_id")
    .selectAll("j")
    .select("p.flight_id")
    .where(sql<boolean>`p.project_id = ANY (${projectIds}::text[])`)
    .where("j.area", "=", "stage")
    .where("j.status", "=", "NOT_APPLICABLE")
    .where("j.reads_instruction", "=", true)
    // Exterior orientation alone has no other stage, whatever is recorded.
    .where("p.eo_only", "=", false)
    .orderBy("j.id")
    .forUpdate("j")
    .execute();
  const origin = from === undefined ? {} : { from };
  const moves = rows.map(({ flight_id: flightId, ...job }) => ({
    job,
    change: { actor, flightId, ...origin },
  }));
  await moveJobStatuses(trx, moves, "apply");
}

/** The template of a Terrain Mapper's log whose project names another one. */
const TERRAIN_MAPPER_TEMPLATE = "TerrainMapper";
const TERRAIN_MAPPER = "^(Leica )?Terrain Mapper";

/**
 * One row for each sensor log and project of some flights. A flight of several projects is split:
 * their areas of interest are numbered by the order of the projects.
 */
const wantedRows = (flightIds: readonly string[]): RawBuilder<unknown> =>
  sql`SELECT *, CASE WHEN projects > 1 THEN place END AS aoi_no,
      CASE WHEN area = 'iptm' AND project_template NOT LIKE ${`${TERRAIN_MAPPER_TEMPLATE}%`}
        THEN ${TERRAIN_MAPPER_TEMPLATE} ELSE project_template END AS template
    FROM (SELECT *, max(place) OVER (PARTITION BY flight_id) AS projects FROM (
      SELECT DISTINCT ON (s.flight_id, s.sensor_id, s.project_id)
        s.flight_id, s.sensor_id, s.main_sensor AS sensor, s.project_id,
        CASE WHEN s.main_sensor ~* ${TERRAIN_MAPPER} THEN 'iptm' ELSE 'ip' END AS area,
        p.processing_template AS project_template, f.document_major_version,
        dense_rank() OVER (PARTITION BY s.flight_id ORDER BY s.project_id)::int AS place
      FROM flight_sensors s JOIN flights f USING (flight_id) LEFT JOIN projects p USING (project_id)
      WHERE s.flight_id = ANY (${flightIds}::text[])
      ORDER BY s.flight_id, s.sensor_id, s.project_id, s.position) AS logs) AS counted`;

const SAME_LOG = sql`p.flight_id = w.flight_id AND p.sensor_id = w.sensor_id
  AND p.project_id IS NOT DISTINCT FROM w.project_id`;

/**
 * Gives the processings of flights that have no jobs those of their templates. A stage that needs an
 * instruction does not apply where its project has none.
 */
export async function jobsOfFlights(
  trx: Trx,
  flightIds: readonly string[],
  templates: KnownTemplates,
): Promise<void> {
  await lockJobsByInstructions(trx, "shared");
  const rows = [...templates.values()].flatMap(({ name: template, jobs }) =>
    jobs.map((job, position) => ({ template, position, ...job })),
  );
  await sql`INSERT INTO processing_jobs
      (id, processing_id, area, name, label, position, status, require_qa, allow, reads_instruction)
    SELECT left(replace(gen_random_uuid()::text, '-', ''), 24), p.id, r.area, r.name, r.label,
      r.position, CASE WHEN p.eo_only AND r.area <> 'gps' AND r.name <> 'EO'
          OR r."readsInstruction" AND NOT EXISTS (
            SELECT FROM instructions i WHERE i.project_id = p.project_id)
        THEN 'NOT_APPLICABLE' ELSE 'NOT_COMMENCED' END, r."requireQA", r.allow, r."readsInstruction"
    FROM processings p
    JOIN jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (template text, position int2,
      area text, name text, label text, "requireQA" boolean, "readsInstruction" boolean, allow text[]) USING (template)
    WHERE p.flight_id = ANY (${flightIds}::text[])
      AND NOT EXISTS (SELECT FROM processing_jobs j WHERE j.processing_id = p.id)`.execute(trx);
}

/**
 * Gives the sensor logs of flights their processings, and returns how many were new; their jobs are
 * made where templates are known, when it is seen whether they can begin. What has begun keeps its
 * template and its jobs; what has not follows its project's template, and is removed with its log.
 */
export async function createProcessings(trx: Trx, flightIds: readonly string[]): Promise<number> {
  const wanted = wantedRows(flightIds);
  await sql`DELETE FROM processings p WHERE p.flight_id = ANY (${flightIds}::text[])
    AND p.waits_on IS NOT NULL AND p.custom_counter = 0
    AND NOT EXISTS (SELECT FROM (${wanted}) AS w WHERE ${SAME_LOG})`.execute(trx);
  // A flight that got another project is split from then on.
  await sql`UPDATE processings p SET aoi_no = w.aoi_no FROM (${wanted}) AS w
    WHERE ${SAME_LOG} AND p.aoi_no IS DISTINCT FROM w.aoi_no`.execute(trx);
  await sql`WITH changed AS (
      UPDATE processings p SET template = w.template, sensor = w.sensor, area = w.area,
        document_major_version = w.document_major_version, to_start = true
      FROM (${wanted}) AS w
      WHERE ${SAME_LOG} AND p.waits_on IS NOT NULL AND p.custom_counter = 0 AND
        (p.template, p.sensor, p.area, p.document_major_version) IS DISTINCT FROM
        (w.template, w.sensor, w.area, w.document_major_version)
      RETURNING p.id)
    DELETE FROM processing_jobs j USING changed WHERE j.processing_id = changed.id`.execute(trx);
  const created = await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, sensor,
      project_id, aoi_no, template, document_major_version)
    SELECT left(replace(gen_random_uuid()::text, '-', ''), 24), gen_random_uuid()::text, w.area,
      w.flight_id, w.sensor_id, w.sensor, w.project_id, w.aoi_no, w.template,
      w.document_major_version
    FROM (${wanted}) AS w
    WHERE NOT EXISTS (SELECT FROM processings p WHERE ${SAME_LOG} AND p.custom_counter = 0)
    RETURNING id`.execute(trx);
  return created.rows.length;
}

/** Makes the processings of flights that were there before processings were; returns how many. */
export async function createMissingProcessings(trx: Trx, most: number): Promise<number> {
  const { rows } = await sql<{ flight_id: string }>`SELECT DISTINCT s.flight_id
    FROM flight_sensors s WHERE NOT EXISTS (
      SELECT FROM processings p WHERE p.flight_id = s.flight_id AND p.sensor_id = s.sensor_id)
    LIMIT ${most}`.execute(trx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ flight_id }) => flight_id);
  return createProcessings(trx, ids);
}
