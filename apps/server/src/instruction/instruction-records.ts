import { AppError } from "@swath/contract/errors";
import { may, type Role } from "@swath/contract/identity";
import {
  controlFileOf,
  type Instruction,
  type InstructionQuery,
  type InstructionRow,
  MOST_OUTDATED,
  type OutdatedDelivery,
  type ProductRow,
} from "@swath/contract/instructions";
import { type RawBuilder, sql } from "kysely";
import {
  IS_DELIVERED,
  deliveryOf,
  type InstructionRecord,
} from "../domain/instructions/instruction-of-project.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** What is published that was made by an instruction, of the dashboards that the caller sees. */
async function readDeliveries(
  db: Db,
  instructionId: string,
  roles: readonly Role[],
): Promise<Instruction["Deliveries"]> {
  const published = sql`FROM processing_runs r JOIN processing_jobs j ON j.id = r.job_id
    JOIN processings p ON p.id = j.processing_id
    WHERE r.instruction ->> 'instructionId' = ${instructionId} AND r.published
      AND (p.area = 'ip' OR ${may(roles, "readTerrainMapper")})`;
  const counted = await sql<{ current: number; outdated: number }>`SELECT
    count(*) FILTER (WHERE NOT j.is_outdated)::int AS current,
    count(*) FILTER (WHERE j.is_outdated)::int AS outdated ${published}`.execute(db);
  const { current, outdated } = counted.rows[0]!;
  if (outdated === 0) return { current, outdated, outdatedOnes: [] };
  const listed = await sql<OutdatedDelivery>`SELECT p.id AS "processingId", p.area,
      p.flight_id AS "FlightID", p.sensor_id AS "SensorID", j.name AS "Job", j.label AS "Label",
      r.attempt AS "Attempt", r.instruction ->> 'Updated' AS "Updated" ${published} AND j.is_outdated
    ORDER BY p.flight_id, p.sensor_id, p.custom_counter, j.position LIMIT ${MOST_OUTDATED}`.execute(
    db,
  );
  return { current, outdated, outdatedOnes: listed.rows };
}

type Row = InstructionRecord & { readonly is_delivered: boolean; readonly project_name: string };

function keptOf(row: Row) {
  const file = row.control ? row.control_file : null;
  return {
    _id: row.id,
    ProcInstID: row.proc_inst_id,
    Updated: row.updated.toISOString(),
    UpdatedBy: row.updated_by,
    controlFileName: controlFileOf(deliveryOf(row)),
    controlFile: file && { bytes: file.bytes, points: file.points, uploaded: file.uploaded },
    isDelivered: row.is_delivered,
  };
}

function listedOf(row: Row): InstructionRow {
  const { tileExtents, ...delivery } = deliveryOf(row);
  const extents =
    tileExtents.kind === "grid"
      ? { kind: "grid" as const, side: tileExtents.side, tiles: null }
      : { kind: "list" as const, side: null, tiles: tileExtents.tiles.length };
  return {
    ...keptOf(row),
    ...delivery,
    ProjectName: row.project_name,
    tileExtents: extents,
  };
}

/** One instruction, with what was made by it of the dashboards that the caller sees; INSTRUCTION_NOT_FOUND without. */
export async function readInstruction(
  db: Db,
  id: string,
  roles: readonly Role[],
): Promise<Instruction> {
  const { rows } =
    await sql<Row>`SELECT i.*, p.name AS project_name, ${IS_DELIVERED} AS is_delivered
    FROM instructions i JOIN projects p USING (project_id) WHERE i.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw noInstruction(id);
  const Deliveries = await readDeliveries(db, id, roles);
  return { ...keptOf(row), ...deliveryOf(row), Deliveries };
}

export const noInstruction = (id: string): AppError =>
  new AppError("INSTRUCTION_NOT_FOUND", `there is no instruction ${id}`, { instructionId: id });

const COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  Updated: sql`i.updated`,
  projectId: sql`i.project_id`,
  siteName: sql`i.site_name`,
  ProcInstID: sql`i.proc_inst_id`,
};

/** The order of a query's `sort`, which its schema has validated; equal ones by identifier. */
function orderOf(sort: string): RawBuilder<unknown> {
  const [, field = "Updated", direction] = /^instruction\.(\w+) (-?1)$/.exec(sort) ?? [];
  return sql`${COLUMNS[field]!} ${direction === "1" ? sql`ASC` : sql`DESC`}, i.id`;
}

function conditionsOf({ projectId, siteName }: InstructionQuery): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (projectId !== undefined) conditions.push(sql`i.project_id = ${projectId}`);
  if (siteName !== undefined)
    conditions.push(sql`position(lower(${siteName}) IN lower(i.site_name)) > 0`);
  return sql.join(conditions, sql` AND `);
}

const pageOf = ({ page, size }: InstructionQuery): RawBuilder<unknown> =>
  sql`LIMIT ${size}::bigint OFFSET ${(page - 1) * size}::bigint`;

interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** A page of instructions, and how many there are. */
export async function listInstructions(
  db: Db,
  query: InstructionQuery,
): Promise<Page<InstructionRow>> {
  const where = conditionsOf(query);
  const found = await sql<Row>`SELECT i.*, p.name AS project_name, ${IS_DELIVERED} AS is_delivered
    FROM instructions i JOIN projects p USING (project_id) WHERE ${where}
    ORDER BY ${orderOf(query.sort)} ${pageOf(query)}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*) AS total
    FROM instructions i WHERE ${where}`.execute(db);
  return { rows: found.rows.map(listedOf), total: counted.rows[0]!.total };
}

/** A page of the products of all instructions, in the order of these and of their lists. */
export async function listProducts(db: Db, query: InstructionQuery): Promise<Page<ProductRow>> {
  const where = conditionsOf(query);
  const found = await sql<Omit<ProductRow, "Updated"> & { Updated: Date }>`SELECT
      i.id AS "instructionId", i.proc_inst_id AS "ProcInstID", i.project_id AS "projectId",
      i.site_name AS "siteName", (e.place - 1)::int AS index, e.product, i.updated AS "Updated"
    FROM instructions i, jsonb_array_elements(i.products) WITH ORDINALITY AS e (product, place)
    WHERE ${where} ORDER BY ${orderOf(query.sort)}, e.place ${pageOf(query)}`.execute(db);
  const counted = await sql<{ total: number }>`
    SELECT coalesce(sum(jsonb_array_length(i.products)), 0)::bigint AS total
    FROM instructions i WHERE ${where}`.execute(db);
  const rows = found.rows.map((row) => Object.assign(row, { Updated: row.Updated.toISOString() }));
  return { rows, total: counted.rows[0]!.total };
}

/** The projects that an instruction can be of, by their identifiers. */
export const listProjects = async (db: Db) =>
  db
    .selectFrom("projects")
    .select(["project_id as ProjectID", "name as ProjectName"])
    .orderBy("project_id")
    .execute();
