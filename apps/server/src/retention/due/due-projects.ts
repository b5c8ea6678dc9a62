import { AppError } from "@swath/contract/errors";
import { sql } from "kysely";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Decider } from "../holds/project-holds.ts";

interface DueRow {
  readonly projectId: string;
  readonly name: string;
  readonly closed: Date;
  readonly years: number;
  readonly flights: number;
}

/**
 * Projects that have been closed for their years, with an archive and nothing that waits for one, and not on
 * hold; the longest closed first.
 */
export async function listDue(db: Db, years: number | undefined) {
  const { rows } = await sql<DueRow>`
    SELECT p.project_id AS "projectId", p.name, c.since AS closed,
      coalesce(r.years, ${years ?? null}::integer) AS years,
      (SELECT count(DISTINCT s.flight_id) FROM flight_sensors s
        WHERE s.project_id = p.project_id) AS flights
    FROM project_closings c JOIN projects p USING (project_id)
      LEFT JOIN project_retention r USING (project_id)
    WHERE (r.project_id IS NULL OR r.years IS NOT NULL)
      AND c.since + coalesce(r.years, ${years ?? null}::integer) * interval '1 year' < now()
      AND NOT EXISTS (SELECT FROM project_holds h
        WHERE h.project_id = p.project_id AND h.lifted IS NULL)
      AND EXISTS (SELECT FROM flight_sensors s JOIN archives a ON a.flight_id = s.flight_id
        WHERE s.project_id = p.project_id)
      AND NOT EXISTS (SELECT FROM flight_sensors s JOIN uploads u ON u.flight_id = s.flight_id
        WHERE s.project_id = p.project_id AND u.status = 'DATA_READY')
    ORDER BY c.since, p.project_id LIMIT 500`.execute(db);
  return {
    years: years ?? null,
    projects: rows.map(({ closed, ...facts }) =>
      Object.assign(facts, { closed: closed.toISOString() }),
    ),
  };
}

/** Sets a project's own years; null keeps it for good. PROJECT_NOT_FOUND. */
export async function keepProject(
  db: Db,
  { projectId: project, years }: { readonly projectId: string; readonly years: number | null },
  { identity, from }: Decider,
): Promise<undefined> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`SELECT 1 FROM projects WHERE project_id = ${project}`.execute(trx);
    if (rows.length === 0)
      throw new AppError("PROJECT_NOT_FOUND", `there is no project ${project}`);
    const values = { years, set_by: identity.name, since: sql<Date>`now()` };
    await trx
      .insertInto("project_retention")
      .values({ project_id: project, ...values })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(values))
      .execute();
    const detail = { project, years };
    await recordEvent(trx, { action: "project.retentionSet", actor: identity, from, detail });
  });
}
