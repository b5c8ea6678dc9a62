import { AppError } from "@swath/contract/errors";
import type { Identity } from "@swath/contract/identity";
import type { ProjectHold } from "@swath/contract/retention";
import { sql } from "kysely";
import { lockHolds } from "../../domain/retention/held-flights.ts";
import { type CallOrigin, recordEvent } from "../../platform/audit/record-event.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** Who decides, and from where. */
export interface Decider {
  readonly identity: Pick<Identity, "subject" | "name">;
  readonly from: CallOrigin;
}

const LISTED = 100;

function selectHolds(db: Db) {
  return db
    .selectFrom("project_holds as h")
    .leftJoin("projects as p", "p.project_id", "h.project_id")
    .select(["h.id", "h.project_id", "h.reason", "h.user_name", "h.since"])
    .select(["h.lifted", "h.lifted_by", "h.lift_reason", "p.name"])
    .select(
      sql<number>`(SELECT count(DISTINCT s.flight_id) FROM flight_sensors s
        WHERE s.project_id = h.project_id)`.as("flights"),
    );
}
type Row = Awaited<ReturnType<ReturnType<typeof selectHolds>["executeTakeFirstOrThrow"]>>;

function asHold(row: Row): ProjectHold {
  const { lifted, lifted_by: by, lift_reason: reason } = row;
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.name,
    flights: row.flights,
    reason: row.reason,
    by: row.user_name,
    since: row.since.toISOString(),
    lifted:
      lifted === null ? null : { at: lifted.toISOString(), by: by ?? "", reason: reason ?? "" },
  };
}

/** Those on hold first, then the latest; every one that is on hold. */
export async function listHolds(db: Db): Promise<ProjectHold[]> {
  const open = await selectHolds(db)
    .where("h.lifted", "is", null)
    .orderBy("h.id", "desc")
    .execute();
  const lifted = await selectHolds(db)
    .where("h.lifted", "is not", null)
    .orderBy("h.lifted", "desc")
    .limit(LISTED)
    .execute();
  return [...open, ...lifted].map(asHold);
}

async function readHold(db: Db, id: number): Promise<ProjectHold> {
  return asHold(await selectHolds(db).where("h.id", "=", id).executeTakeFirstOrThrow());
}

/** Holds a project. PROJECT_NOT_FOUND, or ALREADY_HELD where it is on hold. */
export function holdProject(
  db: Db,
  { projectId, reason }: { readonly projectId: string; readonly reason: string },
  { identity, from }: Decider,
): Promise<ProjectHold> {
  return db.transaction().execute(async (trx) => {
    await lockHolds(trx);
    const project = await trx
      .selectFrom("projects")
      .select("project_id")
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    if (project === undefined)
      throw new AppError("PROJECT_NOT_FOUND", `there is no project ${projectId}`);
    const { subject, name: user_name } = identity;
    const row = await trx
      .insertInto("project_holds")
      .values({ project_id: projectId, reason, subject, user_name })
      .onConflict((conflict) =>
        conflict.column("project_id").where("lifted", "is", null).doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (row === undefined) throw new AppError("ALREADY_HELD", `${projectId} is on hold already`);
    const detail = { project: projectId, reason };
    await recordEvent(trx, { action: "project.held", actor: identity, from, detail });
    return readHold(trx, row.id);
  });
}

/** Lifts a hold. HOLD_NOT_FOUND where it was lifted already. */
export function liftHold(
  db: Db,
  { id, reason }: { readonly id: number; readonly reason: string },
  { identity, from }: Decider,
): Promise<ProjectHold> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("project_holds")
      .set({ lifted: sql<Date>`now()`, lifted_by: identity.name, lift_reason: reason })
      .where("id", "=", id)
      .where("lifted", "is", null)
      .returning("project_id")
      .executeTakeFirst();
    if (row === undefined) throw new AppError("HOLD_NOT_FOUND", "there is no such hold any more");
    const detail = { project: row.project_id, reason };
    await recordEvent(trx, { action: "project.released", actor: identity, from, detail });
    return readHold(trx, id);
  });
}
