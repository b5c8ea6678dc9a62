import { type FileEntry, partCount } from "@swath/contract/uploads";

/** A file of a manifest as its pages hold it; its name and the number of its parts follow from it. */
export type FileRow = readonly [
  fullPath: string,
  originalSize: number,
  zipped: boolean,
  destination: FileEntry["destination"],
];

/** Most files of a page: what is parsed between two turns of the event loop. */
export const PAGE_FILES = 1_000;

export const rowOf = ({ fullPath, originalSize, zipped, destination }: FileEntry): FileRow => [
  fullPath,
  originalSize,
  zipped,
  destination,
];

/** The files of a page. */
export function filesOf(page: string): FileEntry[] {
  const rows = JSON.parse(page) as FileRow[];
  return rows.map(([fullPath, originalSize, zipped, destination]) => ({
    fileName: fullPath.slice(fullPath.lastIndexOf("/") + 1),
    fullPath,
    originalSize,
    parts: partCount(originalSize),
    zipped,
    destination,
  }));
}
