import { AppError } from "@swath/contract/errors";
import { may, type Role } from "@swath/contract/identity";
import type { Db } from "../platform/postgres/schema.ts";
import { type BucketAllowlist, checkVisible, visibleBuckets } from "./visible-buckets.ts";

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
 * (explorer/B1 to B5).
 */
export async function checkPlace(
  { db, allowed }: Deps,
  roles: readonly Role[],
  bucket: string,
  place: string,
): Promise<void> {
  if (!roles.includes("processingOnly")) return checkVisible(allowed, roles, bucket);
  if (await isOpen({ db, allowed }, roles, bucket, place)) return;
  throw new AppError("INSUFFICIENT_PRIVILEGES", "this folder is not open to you", { bucket });
}
