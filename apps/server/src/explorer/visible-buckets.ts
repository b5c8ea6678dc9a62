import { AppError } from "@swath/contract/errors";
import { may, type Role } from "@swath/contract/identity";
import { BUCKET_ROLES, type BucketRole } from "@swath/contract/uploads";
import { isPrepared } from "../domain/storage/prepared-place.ts";
import type { Db } from "../platform/postgres/schema.ts";

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
 *    archive opens must be open;
 * explorer/B6 copies of clouds that are made to be looked at are nobody's by their own place: who may read the
 *    file that one is made of looks at it by that file's place (`prepared`).
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

interface Deps {
  readonly db: Db;
  readonly allowed: BucketAllowlist;
}

/** The folder of a processing that a place lies in; undefined for what is above one. */
const guidOf = (place: string): string | undefined => /^([^/]+)\//.exec(place)?.[1];

async function isShown(db: Db, guid: string, roles: readonly Role[]): Promise<boolean> {
  const found = await db
    .selectFrom("processings")
    .select("area")
    .where("guid", "=", guid)
    .executeTakeFirst();
  return found?.area === "ip" || (found !== undefined && may(roles, "readTerrainMapper"));
}

const withSlash = (path: string): string => (path.endsWith("/") ? path : `${path}/`);

/** Whether a place lies in the archive that a processing of the first dashboard leads to. */
async function isArchiveShown(db: Db, bucket: string, place: string): Promise<boolean> {
  const flightId = /(?:^|\/)(FL\d{6})\//.exec(place)?.[1];
  if (flightId === undefined) return false;
  const found = await db
    .selectFrom("flights")
    .innerJoin("processings", "processings.flight_id", "flights.flight_id")
    .select(["archive_s3_path_lidar", "archive_s3_path_imagery"])
    .where("flights.flight_id", "=", flightId)
    .where("processings.area", "=", "ip")
    .executeTakeFirst();
  const shown = `s3://${bucket}/${place}`;
  return [found?.archive_s3_path_lidar, found?.archive_s3_path_imagery].some(
    (path) => typeof path === "string" && shown.startsWith(withSlash(path)),
  );
}

async function isOpen(
  { db, allowed }: Deps,
  roles: readonly Role[],
  bucket: string,
  place: string,
): Promise<boolean> {
  const guid = guidOf(place);
  if (visibleBuckets(allowed, ["guest"]).includes(bucket))
    return guid !== undefined && (await isShown(db, guid, roles));
  return visibleBuckets(allowed, []).includes(bucket) && isArchiveShown(db, bucket, place);
}

/**
 * Throws INSUFFICIENT_PRIVILEGES for a prefix or key that someone may not see, be it there or not
 * (explorer/B1 to B6).
 */
export async function checkPlace(
  { db, allowed }: Deps,
  roles: readonly Role[],
  bucket: string,
  place: string,
): Promise<void> {
  const isCopy = isPrepared(place);
  if (!isCopy && !roles.includes("processingOnly")) return checkVisible(allowed, roles, bucket);
  if (!isCopy && (await isOpen({ db, allowed }, roles, bucket, place))) return;
  throw new AppError("INSUFFICIENT_PRIVILEGES", "this folder is not open to you", { bucket });
}
