import { type BucketRole, destinationBuckets, type UploadType } from "@swath/contract/uploads";
import type { ArchiveKind } from "../domain/archives/archives.tables.ts";

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
