import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { Db } from "../platform/postgres/schema.ts";

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
