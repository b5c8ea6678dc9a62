import { type BucketRole, destinationBuckets, type UploadType } from "@swath/contract/uploads";
import type { ArchiveKind } from "../domain/archives/archives.tables.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import type { Db } from "../platform/postgres/schema.ts";

export interface ArchiveDeps {
  readonly db: Db;
  readonly store: ObjectStore;
  readonly buckets: Readonly<Record<BucketRole, string>>;
  /** Of archived objects; undefined: the archive bucket's own. */
  readonly storageClass: string | undefined;
}

/** Why a flight's data is not archived, or an archive is not whole: not an outage, not a bug. */
export class ArchiveFault extends Error {
  override readonly name = "ArchiveFault";
}

/** Where a flight's archive of one kind stands, below the archive bucket. */
export function archivePrefix(flightId: string, kind: ArchiveKind): string {
  return `${flightId}/${kind}/`;
}

/** The key of an archive's manifest: beside the folders of the upload types. */
export function archiveManifestKey(flightId: string, kind: ArchiveKind): string {
  return `${archivePrefix(flightId, kind)}${flightId}_archive.jsonl`;
}

/** Where rebuilt data of an upload type may stand, and the kind of archive that it belongs to. */
export function dataBuckets(type: UploadType): { role: BucketRole; kind: ArchiveKind }[] {
  return destinationBuckets(type, "LIDAR_IMAGERY").map((role) => ({
    role,
    kind: role === "imagery" ? "Imagery" : "LiDAR",
  }));
}
