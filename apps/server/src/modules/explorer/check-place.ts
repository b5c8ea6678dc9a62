import { AppError } from "@swath/contract/errors";
import { may, type Role } from "@swath/contract/identity";
import type { Db } from "../../platform/postgres/schema.ts";
import { type BucketAllowlist, checkVisible } from "./visible-buckets.ts";

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

/**
 * Throws INSUFFICIENT_PRIVILEGES for a prefix or key that someone may not see, be it there or not
 * (explorer/B1 to B4).
 */
export async function checkPlace(
  { db, allowed }: Deps,
  roles: readonly Role[],
  bucket: string,
  place: string,
): Promise<void> {
  if (!roles.includes("processingOnly")) return checkVisible(allowed, roles, bucket);
  checkVisible(allowed, ["guest"], bucket);
  const guid = guidOf(place);
  if (guid !== undefined && (await isShown(db, guid, roles))) return;
  throw new AppError("INSUFFICIENT_PRIVILEGES", "this folder is not open to you", { bucket });
}
