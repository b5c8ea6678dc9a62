import type { RestoreStatus } from "@aws-sdk/client-s3";
import { COLD_CLASSES } from "@swath/contract/cold";
import type { ColdState } from "../object-store/object-store.ts";

/** What S3 says of an object's class: HEAD by headers, a listing by `RestoreStatus`. */
export interface FoundClass {
  readonly StorageClass?: string | undefined;
  /** `x-amz-restore`, such as `ongoing-request="false", expiry-date="Fri, 21 Dec 2029 00:00:00 GMT"`. */
  readonly Restore?: string | undefined;
  /** `x-amz-archive-status`: of INTELLIGENT_TIERING, while it is in an archive tier. */
  readonly ArchiveStatus?: string | undefined;
  readonly RestoreStatus?: RestoreStatus | undefined;
}

interface Restore {
  readonly isUnderWay: boolean;
  readonly until: Date | undefined;
}

function restoreOf({ Restore: header, RestoreStatus: listed }: FoundClass): Restore | undefined {
  if (listed?.IsRestoreInProgress !== undefined)
    return { isUnderWay: listed.IsRestoreInProgress, until: listed.RestoreExpiryDate };
  const [, underWay] = /ongoing-request="(true|false)"/.exec(header ?? "") ?? [];
  if (underWay === undefined) return undefined;
  const until = new Date(/expiry-date="([^"]*)"/.exec(header ?? "")?.[1] ?? "");
  return {
    isUnderWay: underWay === "true",
    until: Number.isNaN(until.getTime()) ? undefined : until,
  };
}

/** Whether an object is cold, by what S3 says of it; undefined of one that can be read at any time. */
export function coldOf(found: FoundClass): ColdState | undefined {
  const restore = restoreOf(found);
  if (restore?.isUnderWay === true) return { state: "restoring" };
  if (restore?.until !== undefined) return { state: "restored", until: restore.until };
  const isCold = COLD_CLASSES.has(found.StorageClass ?? "") || found.ArchiveStatus !== undefined;
  return isCold ? { state: "cold" } : undefined;
}
