import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import type { Db } from "../../platform/postgres/schema.ts";
import { maySee } from "../attempts/find-attempt.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/** Which processing's lines are asked for, and what it has to be of. */
export interface LinesOf {
  readonly guid: string;
  readonly sensorId: string;
  readonly projectId: string | null;
  readonly aoiNum: number;
}

/**
 * The processing of a call. lines/L1 one refusal for what there is not, for what is not the sensor's,
 * the project's or the area's of the call, and for what the caller may not see: nothing is learnt of it.
 */
export async function processingOfLines(
  db: Db,
  { guid, sensorId, projectId, aoiNum }: LinesOf,
  roles: readonly Role[],
): Promise<Processing> {
  const found = await db
    .selectFrom("processings")
    .selectAll()
    .where("guid", "=", guid)
    .where("sensor_id", "=", sensorId)
    .where("project_id", "is not distinct from", projectId)
    .where("aoi_no", "=", aoiNum)
    .executeTakeFirst();
  if (found !== undefined && maySee(roles, found)) return found;
  throw new AppError("PROCESSING_NOT_FOUND", "there is no such processing");
}

/** The processing of an identifier that the caller may see (lines/L1). */
export async function visibleProcessing(
  db: Db,
  id: string,
  roles: readonly Role[],
): Promise<Processing> {
  const found = await db
    .selectFrom("processings")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (found !== undefined && maySee(roles, found)) return found;
  throw new AppError("PROCESSING_NOT_FOUND", "there is no such processing");
}

/**
 * The processings of a flight's logs that the caller may see, of one project or all; FLIGHT_NOT_FOUND
 * where there are none.
 */
export async function processingsOfFlight(
  db: Db,
  { flightId, projectId }: { readonly flightId: string; readonly projectId?: string },
  roles: readonly Role[],
): Promise<readonly Processing[]> {
  const found = await db
    .selectFrom("processings")
    .selectAll()
    .where("flight_id", "=", flightId)
    .$if(projectId !== undefined, (query) => query.where("project_id", "=", projectId!))
    .orderBy("sensor_id")
    .orderBy("custom_counter")
    .execute();
  const visible = found.filter((each) => maySee(roles, each));
  if (visible.length > 0) return visible;
  throw new AppError("FLIGHT_NOT_FOUND", `there is no such flight ${flightId}`, { flightId });
}
