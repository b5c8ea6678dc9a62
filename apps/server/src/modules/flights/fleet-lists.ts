import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { Aircraft, SensorEquipment } from "@swath/contract/flights";
import type { Db } from "../../platform/postgres/schema.ts";

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

const totalOf = async (db: Db, table: "aircraft" | "sensor_equipment"): Promise<number> =>
  (
    await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow()
  ).count;

export async function listAircraft(db: Db, query: ListQuery): Promise<Page<Aircraft>> {
  const page = paging(query);
  const found = await sql<Aircraft>`SELECT name AS "Name", type AS "Type" FROM aircraft
    ${page}`.execute(db);
  return { rows: found.rows, total: await totalOf(db, "aircraft") };
}

export async function listSensorEquipment(
  db: Db,
  query: ListQuery,
): Promise<Page<SensorEquipment>> {
  const page = paging(query);
  const found = await sql<SensorEquipment>`SELECT name AS "Name", type AS "Type",
      laser_serial_no AS "LaserSerialNo", pos_serial_no AS "POSSerialNo" FROM sensor_equipment
    ${page}`.execute(db);
  return { rows: found.rows, total: await totalOf(db, "sensor_equipment") };
}
