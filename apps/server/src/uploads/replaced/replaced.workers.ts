import type { Clock } from "../../platform/clock/clock.ts";
import type { Queues } from "../../platform/queues/queues.ts";
import { bringBack } from "./bring-back.ts";
import { BRING_BACK_QUEUE, type BringBackJob, sendBringBack } from "./bring-back-queue.ts";
import { expireReplaced } from "./expire-replaced.ts";
import type { ReplacedDeps } from "./replaced-place.ts";

const SWEEP_RESEND_SECONDS = 60;
const EXPIRE_SECONDS = 3_600;

/** Asks again for every order that has not ended. */
async function resendOrders(deps: ReplacedDeps, queues: Queues): Promise<void> {
  const open = await deps.db
    .selectFrom("replacements")
    .select(["id", "upload_id"])
    .where("landing", "is", null)
    .where("ended", "is", null)
    .execute();
  for (const { id, upload_id: uploadId } of open)
    await sendBringBack(queues, { uploadId, order: id });
}

/** Brings ordered files back on this process, and removes what is kept too long. */
export async function workReplaced(
  deps: ReplacedDeps & { readonly queues: Queues; readonly clock: Clock },
): Promise<void> {
  const { queues, clock } = deps;
  await queues.work<BringBackJob>(BRING_BACK_QUEUE, { concurrency: 1 }, ({ data, signal }) =>
    bringBack(deps, data, { signal, clock }),
  );
  await queues.every("open-bring-backs", SWEEP_RESEND_SECONDS, () => resendOrders(deps, queues));
  await queues.every("expired-replaced-files", EXPIRE_SECONDS, () => expireReplaced(deps));
}
