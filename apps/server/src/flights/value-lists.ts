import { AppError } from "@swath/contract/errors";
import type { Aircraft, SensorEquipment } from "@swath/contract/flights";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

interface ListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: string;
}
interface Page<T> {
  readonly rows: T[];
  readonly total: number;
}

const SORTS = ["Name", "Type"];

function paging({ page, pageSize, sort }: ListQuery) {
  const [field = "", direction] = sort.split(" ");
  if (!SORTS.includes(field))
    throw new AppError("INVALID_REQUEST", `sort: not sorted by ${field}`, {
      field: "sort",
      allowed: SORTS,
    });
  const way = direction === "-1" ? sql`DESC` : sql`ASC`;
  const column = field === "Name" ? sql`name` : sql`type`;
  // A null limit is none.
  const limit = pageSize === -1 ? null : pageSize;
  const offset = pageSize === -1 ? (page - 1) * Number.MAX_SAFE_INTEGER : (page - 1) * pageSize;
  return sql`ORDER BY ${column} ${way}, name ${way}
    LIMIT ${limit}::bigint OFFSET ${Math.min(offset, Number.MAX_SAFE_INTEGER)}::bigint`;
}

async function pageOf<T>(db: Db, query: ListQuery, list: RawBuilder<T>): Promise<Page<T>> {
  const { rows } = await sql<T>`${list} ${paging(query)}`.execute(db);
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (${list}) AS list`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

export const listAircraft = (db: Db, query: ListQuery): Promise<Page<Aircraft>> =>
  pageOf(db, query, sql`SELECT name AS "Name", type AS "Type" FROM aircraft`);

export const listSensorEquipment = (db: Db, query: ListQuery): Promise<Page<SensorEquipment>> =>
  pageOf(
    db,
    query,
    sql`SELECT name AS "Name", type AS "Type", laser_serial_no AS "LaserSerialNo",
      pos_serial_no AS "POSSerialNo" FROM sensor_equipment`,
  );

const project = {
  ProjectID: "project_id",
  ProjectName: "name",
  ProjectManager: "manager",
  ProjectStatus: "status",
  ProcessingTemplate: "processing_template",
  Client: "client",
} as const;
const equipment = { Name: "name", Type: "type" } as const;
const calibration = { SensorName: "sensor_name", Aircraft: "aircraft" } as const;

/** What may be requested: collection, field, and the table (of a kind of rows) and column behind them. */
const ALLOWED: Readonly<
  Record<
    string,
    {
      readonly table: string;
      readonly fields: Readonly<Record<string, string>>;
      readonly kind?: string;
    }
  >
> = {
  project: { table: "projects", fields: project },
  projects: { table: "projects", fields: project },
  calibration_parameters: { table: "calibrations", fields: calibration, kind: "lidar" },
  imagery_calibration_parameters: { table: "calibrations", fields: calibration, kind: "imagery" },
  aircraft: { table: "aircraft", fields: equipment },
  "sensor-equipment": { table: "sensor_equipment", fields: equipment },
};

/** The distinct values of an allowed field, sorted; INVALID_REQUEST for any other. */
export async function uniqueValues(db: Db, collection: string, field: string): Promise<string[]> {
  const allowed = Object.hasOwn(ALLOWED, collection) ? ALLOWED[collection] : undefined;
  const column =
    allowed !== undefined && Object.hasOwn(allowed.fields, field)
      ? allowed.fields[field]
      : undefined;
  if (allowed === undefined || column === undefined)
    throw new AppError("INVALID_REQUEST", "no such collection and field", { collection, field });
  const { table, kind } = allowed;
  const ofKind = kind === undefined ? sql`TRUE` : sql`kind = ${kind}`;
  const found = await sql<{ value: string }>`SELECT DISTINCT ${sql.ref(column)} AS value
    FROM ${sql.table(table)} WHERE ${ofKind} AND ${sql.ref(column)} IS NOT NULL
    ORDER BY value`.execute(db);
  return found.rows.map(({ value }) => value);
}
