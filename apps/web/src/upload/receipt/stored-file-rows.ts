import type { StoredFile } from "@swath/contract/uploads";
import { utcMinute } from "../../ui/format/time.ts";

/** What a row of the table of stored files says. */
export interface StoredFileRow {
  readonly path: string;
  readonly bytes: number;
  /** XXH128 of the first part, and how many more there are; all of them in `allChecksums`. */
  readonly checksum: string;
  readonly allChecksums: string;
  readonly places: string;
  readonly standing: string;
  /** When the server last read it and found it as sealed, in each place. */
  readonly read: string;
  readonly whole: boolean;
}

const FAULTS = {
  missing: "Missing",
  otherSize: "Other size",
  otherChecksum: "Other checksum",
  damaged: "Damaged",
} as const;

function checksumOf([first = "", ...more]: readonly string[]): string {
  if (more.length === 0) return first;
  return `${first} (+ ${more.length} ${more.length === 1 ? "part" : "parts"})`;
}

function readText({ read, fault }: StoredFile["places"][number]): string {
  if (fault !== null) return "Not as sealed";
  return read === null ? "Not known" : utcMinute(read);
}

export function storedFileRow({ path, bytes, xxh128, places }: StoredFile): StoredFileRow {
  const fault = places.find((place) => place.fault !== null)?.fault ?? null;
  return {
    path,
    bytes,
    checksum: checksumOf(xxh128),
    allChecksums: xxh128.join("\n"),
    places: places.map(({ bucket, key }) => `s3://${bucket}/${key}`).join("\n"),
    read: [...new Set(places.map(readText))].join("\n"),
    standing: fault === null ? "Stored" : FAULTS[fault],
    whole: fault === null,
  };
}

/** The paths of files that do not stand whole in each of their places. */
export function faultyPaths(files: readonly StoredFile[]): string[] {
  return files
    .filter(({ places }) => places.some(({ fault }) => fault !== null))
    .map(({ path }) => path);
}
