import type { Queues } from "../platform/queues/queues.ts";
import { emptyPlace } from "./deletion/delete-objects.ts";
import { removeVersions, type VersionRemoval } from "./deletion/delete-versions.ts";
import { takeFlight } from "./deletion/delete-records.ts";
import type { Buckets } from "./deletion/deletion-scope.ts";
import { finishDeletion, type FinishDeps, type OpenDeletion } from "./deletion/finish-deletion.ts";

const QUEUE = "deletions";
const RESEND_SECONDS = 5;

interface WorkDeps extends FinishDeps {
  readonly buckets: Buckets;
  readonly queues: Queues;
  /** Of a store that may keep versions; undefined of one that keeps none. */
  readonly versions: VersionRemoval | undefined;
}

function openDeletions({ db }: WorkDeps) {
  return db
    .selectFrom("deletions")
    .select(["id", "kind", "about", "reason", "user_name", "ordered"])
    .where("ended", "is", null);
}

/** Goes on with a deletion from wherever it was; done again, it changes nothing. */
async function carryOut(
  deps: WorkDeps,
  deletion: OpenDeletion,
  signal: AbortSignal,
): Promise<void> {
  const { db, buckets, versions } = deps;
  const { id, reason } = deletion;
  const left = await db
    .selectFrom("deletion_flights")
    .select("flight_id")
    .where("deletion", "=", id)
    .where("taken", "is", null)
    .where("not_deleted", "is", null)
    .orderBy("flight_id")
    .execute();
  for (const { flight_id: flightId } of left) {
    signal.throwIfAborted();
    await takeFlight(db, buckets, { deletion: id, flightId, reason });
  }
  const places = await db
    .selectFrom("deletion_places")
    .select(["bucket", "prefix"])
    .where("deletion", "=", id)
    .execute();
  for (const place of places) {
    await emptyPlace(deps, id, place, signal);
    if (versions !== undefined) await removeVersions({ db, versions }, id, place, signal);
  }
  await finishDeletion(deps, deletion);
}

/** Carries ordered deletions out on this process, one after the other. */
export async function workRetention(deps: WorkDeps): Promise<void> {
  const { queues } = deps;
  await queues.work<{ id: number }>(QUEUE, { concurrency: 1 }, async ({ data, signal }) => {
    const deletion = await openDeletions(deps).where("id", "=", data.id).executeTakeFirst();
    if (deletion !== undefined) await carryOut(deps, deletion, signal);
  });
  await queues.every("open-deletions", RESEND_SECONDS, async () => {
    for (const { id } of await openDeletions(deps).execute())
      await queues.send(QUEUE, { id }, { key: String(id) });
  });
}
