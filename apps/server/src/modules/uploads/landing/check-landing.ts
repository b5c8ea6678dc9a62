import type { BucketRole } from "@swath/contract/uploads";
import type { ObjectStore } from "../../../platform/object-store/object-store.ts";
import type { Db } from "../../../platform/postgres/schema.ts";
import { readObjects, type KeptObject } from "../plan-store.ts";
import { landingOf, type Upload } from "../../../domain/uploads/upload-record.ts";
import { forEachConcurrently } from "../../../platform/concurrency/for-each.ts";
import { listLanding } from "./list-landing.ts";
import { compareStored } from "./stored-claim.ts";

export interface LandingDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
}

export interface Landing {
  /** Planned objects that the store does not hold as announced. */
  readonly missing: readonly KeptObject[];
}

const HEADS_AT_ONCE = 16;

/**
 * Compares every planned object with the store's own listing. Where the listing has no checksum,
 * only one form was ever given out and the store compared the post with it, the size decides; where
 * the object was authorised again, its own entry is requested.
 */
export async function checkLanding(deps: LandingDeps, upload: Upload): Promise<Landing> {
  const prefix = landingOf(upload);
  const [objects, landed] = await Promise.all([
    readObjects(deps.db, upload.id),
    listLanding(deps.store, deps.buckets.uploads, prefix),
  ]);
  const missing = new Set<KeptObject>();
  const unsure: KeptObject[] = [];
  for (const object of objects) {
    const compared = compareStored(object, landed.get(object.name), deps.store.wireAlgorithm);
    if (compared === "different") missing.add(object);
    if (compared === "unknown" && object.authorised > 1) unsure.push(object);
  }
  await forEachConcurrently(unsure, HEADS_AT_ONCE, async (object) => {
    const stored = await deps.store.head(deps.buckets.uploads, prefix + object.name);
    if (compareStored(object, stored, deps.store.wireAlgorithm) === "different")
      missing.add(object);
  });
  return { missing: objects.filter((object) => missing.has(object)) };
}
