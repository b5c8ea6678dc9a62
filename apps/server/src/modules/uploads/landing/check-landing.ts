import type { BucketRole } from "@swath/contract/uploads";
import type { ObjectStore, StoredObject } from "../../../platform/object-store/object-store.ts";
import type { Db } from "../../../platform/postgres/schema.ts";
import { objectPages, type KeptObject } from "../plan-store.ts";
import { landingOf, type Upload } from "../../../domain/uploads/upload-record.ts";
import { forEachConcurrently } from "../../../platform/concurrency/for-each.ts";
import { listLanding } from "./list-landing.ts";
import { compareStored } from "./stored-claim.ts";

export interface LandingDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
}

const HEADS_AT_ONCE = 16;

/** What the store does not hold of a plan. */
export interface Missing {
  /** Names of the objects, in the order of the plan. */
  readonly names: string[];
  /** Source bytes of them. */
  bytes: number;
  /** Indexes of the files that have bytes in them. */
  readonly files: Set<number>;
}

/**
 * The planned objects that the store does not hold as announced, by its own listing. Where the listing has no checksum,
 * only one form was ever given out and the store compared the post with it, the size decides; where
 * the object was authorised again, its own entry is requested.
 */
export async function checkLanding(deps: LandingDeps, upload: Upload): Promise<Missing> {
  const landed = await listLanding(deps.store, deps.buckets.uploads, landingOf(upload));
  const missing: Missing = { names: [], bytes: 0, files: new Set() };
  for await (const page of objectPages(deps.db, upload.id)) {
    const absent = await absentOf(deps, upload, page, landed);
    for (const object of page) {
      if (!absent.has(object)) continue;
      missing.names.push(object.name);
      missing.bytes += object.source_bytes;
      for (const [file] of object.segments) missing.files.add(file);
    }
  }
  return missing;
}

async function absentOf(
  { store, buckets }: LandingDeps,
  upload: Upload,
  objects: readonly KeptObject[],
  landed: ReadonlyMap<string, StoredObject>,
): Promise<ReadonlySet<KeptObject>> {
  const absent = new Set<KeptObject>();
  const unsure: KeptObject[] = [];
  for (const object of objects) {
    const compared = compareStored(object, landed.get(object.name), store.wireAlgorithm);
    if (compared === "different") absent.add(object);
    if (compared === "unknown" && object.authorised > 1) unsure.push(object);
  }
  await forEachConcurrently(unsure, HEADS_AT_ONCE, async (object) => {
    const stored = await store.head(buckets.uploads, landingOf(upload) + object.name);
    if (compareStored(object, stored, store.wireAlgorithm) === "different") absent.add(object);
  });
  return absent;
}
