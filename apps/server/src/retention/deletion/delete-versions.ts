import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Place } from "./delete-objects.ts";

interface KeptVersion {
  readonly key: string;
  readonly versionId: string;
  /** Bytes; null of a delete marker. */
  readonly size: number | null;
}

interface PageMarker {
  readonly KeyMarker?: string;
  readonly VersionIdMarker?: string;
}

/** Versions that a store keeps of what was replaced or removed. */
export interface VersionRemoval {
  /** A page below a prefix, whether the bucket keeps versions or not; `refused`: why the store lists none. */
  page(
    bucket: string,
    prefix: string,
    after?: PageMarker,
  ): Promise<
    | { readonly versions: readonly KeptVersion[]; readonly next: PageMarker | undefined }
    | { readonly refused: string }
  >;
  /** Removes versions for good; answers those that the store keeps, and why. */
  remove(
    bucket: string,
    versions: readonly KeptVersion[],
  ): Promise<readonly (Pick<KeptVersion, "key" | "versionId"> & { readonly reason: string })[]>;
}

interface VersionDeps {
  readonly db: Db;
  readonly versions: VersionRemoval;
}

interface Work extends VersionDeps {
  readonly deletion: number;
  readonly place: Place;
}

/** Those of a page that the store has not refused to remove in this work. */
async function notRefused(
  { db, deletion, place: { bucket } }: Work,
  page: readonly KeptVersion[],
): Promise<readonly KeptVersion[]> {
  const refused = await db
    .selectFrom("deletion_versions")
    .select(["key", "version_id"])
    .where("deletion", "=", deletion)
    .where("bucket", "=", bucket)
    .where("refused", "is not", null)
    .where("version_id", "in", [...new Set(page.map(({ versionId }) => versionId))])
    .execute();
  const known = new Set(refused.map(({ key, version_id: id }) => `${id} ${key}`));
  return page.filter(({ key, versionId }) => !known.has(`${versionId} ${key}`));
}

/** Removes what of a page may be removed; answers how many versions went. */
async function removePage(work: Work, page: readonly KeptVersion[]): Promise<number> {
  if (page.length === 0) return 0;
  const {
    db,
    versions,
    deletion,
    place: { bucket },
  } = work;
  const rows = page.map(({ key, versionId, size }) => ({
    deletion,
    bucket,
    key,
    version_id: versionId,
    size,
  }));
  await db
    .insertInto("deletion_versions")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const tried = await notRefused(work, page);
  const kept = await versions.remove(bucket, tried);
  const reasons = new Map(
    kept.map(({ key, versionId, reason }) => [`${versionId} ${key}`, reason]),
  );
  const refused = tried.map(({ key, versionId }) => reasons.get(`${versionId} ${key}`) ?? null);
  await sql`UPDATE deletion_versions v SET refused = now.refused,
      removed = CASE WHEN now.refused IS NULL THEN now() END
    FROM unnest(${tried.map(({ key }) => key)}::text[], ${tried.map(({ versionId }) => versionId)}::text[],
      ${refused}::text[]) AS now (key, version_id, refused)
    WHERE v.deletion = ${deletion} AND v.bucket = ${bucket} AND v.key = now.key
      AND v.version_id = now.version_id AND v.removed IS NULL`.execute(db);
  return tried.length - kept.length;
}

async function keepRefusal({ db, deletion, place }: Work, refused: string | null): Promise<void> {
  await db
    .updateTable("deletion_places")
    .set({ versions_refused: refused })
    .where("deletion", "=", deletion)
    .where("bucket", "=", place.bucket)
    .where("prefix", "=", place.prefix)
    .execute();
}

/** A store that lists for so long what it says is removed does not remove it. */
const MOST_PASSES = 100;
const LISTED_AGAIN = "it lists again what it said was removed";

/** Goes through all versions of a place once. Answers how many went, or why the store lists none. */
async function removeOnce(work: Work, signal: AbortSignal): Promise<number | string> {
  const { bucket, prefix } = work.place;
  let removed = 0;
  let after: PageMarker | undefined = {};
  while (after !== undefined) {
    signal.throwIfAborted();
    const page = await work.versions.page(bucket, prefix, after);
    if ("refused" in page) return page.refused;
    removed += await removePage(work, page.versions);
    after = page.next;
  }
  return removed;
}

/**
 * Removes every version and delete marker below a place, a page at a time: written down, removed, and marked as
 * removed or as kept by the store, with its reason. It looks again until nothing more goes: a page begins after a
 * version that was just removed, and Ceph then skips others of the same key. Begun again it looks at what is still
 * there; what was removed and not marked no longer is, and is marked at the end.
 */
export async function removeVersions(
  deps: VersionDeps,
  deletion: number,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  const work: Work = { ...deps, deletion, place };
  const { bucket, prefix } = place;
  const ofPlace = sql`deletion = ${deletion} AND bucket = ${bucket} AND starts_with(key, ${prefix})`;
  await sql`UPDATE deletion_versions SET refused = NULL WHERE ${ofPlace} AND removed IS NULL`.execute(
    deps.db,
  );
  let found: number | string = 1;
  for (let pass = 0; pass < MOST_PASSES && typeof found === "number" && found > 0; pass++)
    found = await removeOnce(work, signal);
  await keepRefusal(work, typeof found === "string" ? found : null);
  if (typeof found === "string") return;
  const marks =
    found === 0
      ? sql`removed = coalesce(removed, now())`
      : sql`removed = NULL, refused = ${LISTED_AGAIN}`;
  await sql`UPDATE deletion_versions SET ${marks} WHERE ${ofPlace} AND refused IS NULL`.execute(
    deps.db,
  );
}
