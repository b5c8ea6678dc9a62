import { sql } from "kysely";
import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import type { Db } from "../../platform/postgres/schema.ts";
import { isVisible } from "../actions/job-of.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/** The sensor log that a custom processing is of. */
export interface LogOfFlight {
  readonly flightId: string;
  readonly sensorId: string;
  /** Its first project unless named. */
  readonly projectId?: string | undefined;
}

const notFound = ({ flightId, sensorId }: LogOfFlight): AppError =>
  new AppError("FLIGHT_NOT_FOUND", `flight ${flightId} has no sensor log ${sensorId}`, {
    flightId,
  });

/**
 * The sensor log's own processing; FLIGHT_NOT_FOUND without one, or where the caller may not see its
 * dashboard (processing/A1). `locks`: of several who submit at once, each gets its number.
 */
export async function readLog(
  db: Db,
  log: LogOfFlight,
  roles: readonly Role[],
  locks = false,
): Promise<Processing> {
  const { flightId, sensorId, projectId } = log;
  const found = await db
    .selectFrom("processings")
    .selectAll()
    .where("flight_id", "=", flightId)
    .where("sensor_id", "=", sensorId)
    .where("custom_counter", "=", 0)
    .$if(projectId !== undefined, (query) => query.where("project_id", "=", projectId!))
    .orderBy("project_id")
    .limit(1)
    .$if(locks, (query) => query.forUpdate())
    .executeTakeFirst();
  if (found === undefined || !isVisible(found, roles)) throw notFound(log);
  return found;
}

/** Names of the sensors of a log, each once. */
export async function sensorsOfLog(db: Db, log: Processing): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`SELECT DISTINCT unnest(
      ARRAY[${log.sensor}, sensor, secondary_sensor]) AS name FROM flight_sensors
    WHERE flight_id = ${log.flight_id} AND sensor_id = ${log.sensor_id}`.execute(db);
  return rows.map(({ name }) => name).filter((name) => name !== null);
}

/** Names of the sensors of all logs of a flight that the caller may process. */
export async function sensorsOfFlight(
  db: Db,
  flightId: string,
  roles: readonly Role[],
): Promise<readonly string[]> {
  const logs = await db
    .selectFrom("processings")
    .selectAll()
    .where("flight_id", "=", flightId)
    .where("custom_counter", "=", 0)
    .execute();
  const names = logs.filter((log) => isVisible(log, roles)).map((log) => sensorsOfLog(db, log));
  return [...new Set((await Promise.all(names)).flat())];
}
