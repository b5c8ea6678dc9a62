import type { Clock } from "../platform/clock/clock.ts";
import type { Queues } from "../platform/queues/queues.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { workCleaning } from "./landing/clean-landing.ts";
import { sweepLeases } from "./lease.ts";
import { sweepIdleSlots } from "./queue/idle-slots.ts";
import { sweepUntakenSlots } from "./queue/queue.ts";
import type { Office } from "./queue/offices.ts";
import { slotLimits } from "./queue/queue-line.ts";
import type { PersonQuotas } from "./queue/quotas.ts";
import { rebuildUpload } from "./rebuild/rebuild.ts";
import type { RebuildDeps } from "./rebuild/rebuild-context.ts";
import { workReplaced } from "./replaced/replaced.workers.ts";
import { REBUILD_QUEUE, sendRebuild, type RebuildJob } from "./upload-queues.ts";

export interface UploadWorkDeps extends RebuildDeps {
  readonly queues: Queues;
  readonly clock: Clock;
  readonly slots: number;
  readonly quotas: PersonQuotas;
  readonly offices?: readonly Office[];
}

const SWEEP_SECONDS = 5;
const RESEND_SECONDS = 60;
const IDLE_SECONDS = 60;
const REBUILDS_AT_ONCE = 2;

/** Asks again for every rebuild that is due: one that waits or runs already is not doubled. */
async function resendRebuilds(db: Db, queues: Queues): Promise<void> {
  const due = await db
    .selectFrom("uploads")
    .select("id")
    .where("status", "in", ["UPLOAD_COMPLETE", "VALIDATING_UPLOAD"])
    .execute();
  for (const { id } of due) await sendRebuild(queues, id);
}

/** Runs the uploads' background work on this process: rebuilds, cleaning, lost leases. */
export async function workUploads(deps: UploadWorkDeps): Promise<void> {
  const { db, queues, clock } = deps;
  await queues.work<RebuildJob>(
    REBUILD_QUEUE,
    { concurrency: REBUILDS_AT_ONCE },
    ({ data, signal }) => rebuildUpload(deps, data.uploadId, { signal, clock }),
  );
  await workCleaning(queues, deps);
  await workReplaced(deps);
  await queues.every("lost-leases", SWEEP_SECONDS, async () => {
    await sweepLeases(db);
  });
  await queues.every("idle-slots", IDLE_SECONDS, async () => {
    await sweepIdleSlots(deps);
    await sweepUntakenSlots(db, slotLimits(deps));
  });
  await queues.every("due-rebuilds", RESEND_SECONDS, () => resendRebuilds(db, queues));
}
