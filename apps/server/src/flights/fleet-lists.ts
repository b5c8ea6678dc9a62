import { sql, type RawBuilder } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { Aircraft, SensorEquipment } from "@swath/contract/flights";
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
