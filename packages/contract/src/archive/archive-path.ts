import type { Flight } from "../flights/flight.ts";
import type { UploadType } from "../uploads/upload-types.ts";

type ArchivePaths = Pick<Flight, "archiveS3PathLiDAR" | "archiveS3PathImagery">;

/** The place of the archive of a flight's uploads of a type, `s3://bucket/prefix`; null without one. */
export function archivePathOf(flight: ArchivePaths, type: UploadType): string | null {
  return type.includes("Imagery") ? flight.archiveS3PathImagery : flight.archiveS3PathLiDAR;
}
