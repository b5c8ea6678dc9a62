import { sql } from "kysely";
import type { Trx } from "../../platform/postgres/schema.ts";
import { type JobChange, moveJobStatuses } from "./move-job-status.ts";

/**
 * Jobs are made by whether their project has an instruction (`shared`, many at once), or changed since
 * it has one: neither misses what the other is about to commit.
 */
export async function lockJobsByInstructions(trx: Trx, mode: "shared" | "alone"): Promise<void> {
  const lock = sql.raw(
    mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock",
  );
  await sql`SELECT ${lock}(hashtextextended('jobs by instructions', 0))`.execute(trx);
}

/** What did not apply for want of an instruction applies: the projects have one now. */
export async function applyInstructed(
  trx: Trx,
  projectIds: readonly string[],
  { actor, from }: Pick<JobChange, "actor" | "from">,
): Promise<void> {
  await lockJobsByInstructions(trx, "alone");
  const rows = await trx
    .selectFrom("processing_jobs as j")
    .innerJoin("processings as p", "p.id", "j.processing_id")
    .selectAll("j")
    .select("p.flight_id")
    .where(sql<boolean>`p.project_id = ANY (${projectIds}::text[])`)
    .where("j.area", "=", "stage")
    .where("j.status", "=", "NOT_APPLICABLE")
    .where("j.reads_instruction", "=", true)
    // Exterior orientation alone has no other stage, whatever is recorded.
    .where("p.eo_only", "=", false)
    .orderBy("j.id")
    .forUpdate("j")
    .execute();
  const origin = from === undefined ? {} : { from };
  const moves = rows.map(({ flight_id: flightId, ...job }) => ({
    job,
    change: { actor, flightId, ...origin },
  }));
  await moveJobStatuses(trx, moves, "apply");
}
