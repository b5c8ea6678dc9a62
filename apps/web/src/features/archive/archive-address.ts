import { archivePathOf } from "@swath/contract/archive";
import type { Flight, FlightUpload } from "@swath/contract/flights";

export interface ArchivePlace {
  readonly bucket: string;
  readonly prefix: string;
}

/** Where the archive of an upload is stored, or undefined where its flight's path is none of a store. */
export function archivePlace(flight: Flight, upload: FlightUpload): ArchivePlace | undefined {
  const path = archivePathOf(flight, upload.Type) ?? "";
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return bucket === undefined || prefix === undefined ? undefined : { bucket, prefix };
}

/** The explorer at a place. */
export function explorerAddress({ bucket, prefix }: ArchivePlace): string {
  return `/explorer?${new URLSearchParams({ bucket, prefix }).toString()}`;
}
