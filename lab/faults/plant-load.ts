import { orderJob } from "../../apps/server/src/domain/processing/order-job.ts";
import {
  FLIGHT,
  plantProcessing,
} from "../../apps/server/src/modules/runs/testing/plant-records.ts";
import type { Stand } from "./stand.ts";
import { STAGE_NAMES } from "./stages.ts";

const ACTOR = { subject: "crew", name: "Casey Crew" };

/** Orders the first job of a processing, or another attempt of it; jobs after it that never ran follow. */
export async function orderFirst({ db }: Stand, processing: string): Promise<void> {
  const job = await db
    .selectFrom("processing_jobs")
    .selectAll()
    .where("id", "=", `${processing}-${STAGE_NAMES[0]}`)
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (trx) => {
    const ordered = await orderJob(trx, job, {}, { actor: ACTOR, flightId: FLIGHT });
    if (!ordered.ok) throw new Error(`${job.id} cannot be ordered: ${ordered.reason}`);
  });
}

/** A processing whose first job is ordered. */
export async function plantLoad(stand: Stand): Promise<string> {
  const processing = await plantProcessing(stand.db, STAGE_NAMES);
  await orderFirst(stand, processing);
  return processing;
}
