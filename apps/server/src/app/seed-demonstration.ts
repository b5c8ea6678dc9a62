import type { KnownTemplates } from "../domain/processing/known-templates.ts";
import { archiveFlight } from "../archive/archive-flight.ts";
import type { ArchiveDeps } from "../archive/archive-deps.ts";
import { orderArchive } from "../archive/orders/archive-order.ts";
import { loadDemonstration } from "../catalogue/demonstration/load-demonstration.ts";
import { seedFollows } from "../news/demonstration/seed-follows.ts";
import { seedProcessings } from "../processing/demonstration/seed-processings.ts";
import { samplePlan } from "../processing/demonstration/sample-lines.ts";
import { forEachConcurrently } from "../platform/concurrency/for-each.ts";

const ARCHIVES_AT_ONCE = 4;

/**
 * Loads the demonstration into a database without flights. What it shows as archived is archived
 * here, as any flight is: a worker goes on with what a start that was stopped left.
 */
export async function seedDemonstration(
  deps: ArchiveDeps & {
    readonly templates: KnownTemplates;
    readonly lmsVersion: string;
    /** Folder of the folders of runs. */
    readonly spool: string;
  },
): Promise<void> {
  const { db, buckets, templates, lmsVersion, spool } = deps;
  const loaded = await loadDemonstration(db, deps, {
    lmsVersion,
    planOf: samplePlan,
    seedBeside: (trx, { store }) => seedProcessings(trx, { store, buckets, templates, spool }),
  });
  if (loaded === undefined) return;
  await seedFollows(db, loaded.toArchive);
  const { signal } = new AbortController();
  await forEachConcurrently(loaded.toArchive, ARCHIVES_AT_ONCE, async (flightId) => {
    await orderArchive(deps, flightId, { actor: "swath" });
    await archiveFlight(deps, flightId, signal);
  });
}
