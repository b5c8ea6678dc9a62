import type { Db } from "../../platform/postgres/schema.ts";
import { deliveredInstruction } from "./delivered-instruction.ts";

interface Coordinates {
  readonly epsg: number | null;
  readonly verticalDatum: string | null;
}

/**
 * The coordinate system of a project's data, for what brings none of its own: the project's, else
 * where its instruction delivers to. A new target never moves points that state no system.
 */
export async function projectCoordinates(db: Db, projectId: string | null): Promise<Coordinates> {
  if (projectId === null) return { epsg: null, verticalDatum: null };
  const project = await db
    .selectFrom("projects")
    .select(["epsg", "vertical_datum as verticalDatum"])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const { epsg = null, verticalDatum = null } = project ?? {};
  if (epsg !== null && verticalDatum !== null) return { epsg, verticalDatum };
  const target = await targetOf(db, projectId);
  return { epsg: epsg ?? target.epsg, verticalDatum: verticalDatum ?? target.verticalDatum };
}

async function targetOf(db: Db, projectId: string): Promise<Coordinates> {
  const row = await deliveredInstruction(db, projectId);
  if (row === undefined) return { epsg: null, verticalDatum: null };
  const code = /^EPSG:(\d+)$/.exec(row.horizontal_datum)?.[1];
  return { epsg: code === undefined ? null : Number(code), verticalDatum: row.vertical_datum };
}
