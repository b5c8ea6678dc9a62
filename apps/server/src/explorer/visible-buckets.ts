import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";

/**
 * Who sees which bucket in the explorer; a bucket that is not listed is hidden.
 *
 * explorer/B1 the landing bucket is always hidden: what lies there is not verified yet;
 * explorer/B2 a guest, who has a reduced view of the processing areas (document 1, section 6), sees their
 *    buckets only;
 * explorer/B3 all others who may explore see every bucket;
 * explorer/B4 a processing-only user has no list of buckets, and of those of the processing areas only the
 *    folders of the processings that they see (`checkPlace`);
 * explorer/B5 and of the other buckets only the archives that these processings lead to: what a validated
 *    archive opens must be open.
 */
export interface BucketAllowlist {
  readonly staff: readonly string[];
  readonly guests: readonly string[];
}

const LANDING: BucketRole = "uploads";
const PROCESSING: readonly BucketRole[] = ["processing", "ai", "terrainMapperProcessing"];

/** The allowlist of a configuration: of its buckets and further ones, those named; all without names. */
export function allowBuckets(
  buckets: Readonly<Record<BucketRole, string>>,
  named: readonly string[],
): BucketAllowlist {
  const known = new Set(BUCKET_ROLES.map((role) => buckets[role]));
  const listed = (named.length === 0 ? [...known] : [...new Set(named)]).filter(
    (name) => name !== buckets[LANDING],
  );
  // One name may serve several roles: what staff alone may see stays so.
  const staffOnly = new Set(
    BUCKET_ROLES.filter((role) => !PROCESSING.includes(role)).map((role) => buckets[role]),
  );
  const open = new Set(PROCESSING.map((role) => buckets[role]));
  return {
    staff: listed,
    guests: listed.filter((name) => open.has(name) && !staffOnly.has(name)),
  };
}

/** The buckets that someone of these roles sees. */
export function visibleBuckets(
  allowed: BucketAllowlist,
  roles: readonly Role[],
): readonly string[] {
  return roles.includes("guest") ? allowed.guests : allowed.staff;
}

/** Throws INSUFFICIENT_PRIVILEGES for a bucket that someone may not see, be it there or not. */
export function checkVisible(
  allowed: BucketAllowlist,
  roles: readonly Role[],
  bucket: string,
): void {
  if (visibleBuckets(allowed, roles).includes(bucket)) return;
  throw new AppError("INSUFFICIENT_PRIVILEGES", "this bucket is not open to you", { bucket });
}
