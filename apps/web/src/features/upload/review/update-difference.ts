import type { StoredFile } from "@swath/contract/uploads";

/** A file of the chosen folder. */
export interface FolderFile {
  readonly path: string;
  readonly size: number;
  /** When it was last changed, in milliseconds since 1970. */
  readonly modified: number;
}

export type FileChange = "new" | "changed" | "unchanged";

export interface DifferenceRow {
  readonly path: string;
  readonly change: FileChange;
  readonly size: number;
  /** Of what stands; undefined where nothing does. */
  readonly storedSize: number | undefined;
}

export interface Sum {
  readonly files: number;
  readonly bytes: number;
}

/** What an update would do to the data that stands. */
export interface UpdateDifference {
  /** What differs first: new files, changed ones, unchanged ones. */
  readonly rows: readonly DifferenceRow[];
  readonly sums: Readonly<Record<FileChange, Sum>>;
  /** What stands and is not in the folder. */
  readonly untouched: Sum;
}

const ORDER: readonly FileChange[] = ["new", "changed", "unchanged"];

/**
 * update/D1 a file of whose path nothing stands is new;
 * update/D2 one of another size or time of change than was sealed is changed, and so is one of which no
 *    time was sealed, or that does not stand whole;
 * update/D3 one of the same size and time is unchanged, as when a folder is chosen again;
 * update/D4 what stands and is not in the folder stays as it is.
 */
export function updateDifference(
  folder: readonly FolderFile[],
  stored: readonly StoredFile[],
): UpdateDifference {
  const standing = new Map(stored.map((file) => [file.path, file]));
  const rows = folder.map((file): DifferenceRow => {
    const { path, size } = file;
    const former = standing.get(path);
    return { path, size, change: changeOf(file, former), storedSize: former?.bytes };
  });
  const byChange = Map.groupBy(rows, ({ change }) => change);
  const chosen = new Set(folder.map(({ path }) => path));
  const stays = stored.filter(({ path }) => !chosen.has(path));
  const sumOf = (change: FileChange): Sum => sum((byChange.get(change) ?? []).map(sizeOf));
  return {
    rows: ORDER.flatMap((change) => byChange.get(change) ?? []),
    sums: { new: sumOf("new"), changed: sumOf("changed"), unchanged: sumOf("unchanged") },
    untouched: sum(stays.map(({ bytes }) => bytes)),
  };
}

const sizeOf = ({ size }: DifferenceRow): number => size;

const sum = (sizes: readonly number[]): Sum => ({
  files: sizes.length,
  bytes: sizes.reduce((total, size) => total + size, 0),
});

function changeOf({ size, modified }: FolderFile, former: StoredFile | undefined): FileChange {
  if (former === undefined) return "new";
  const isWhole = former.places.every(({ fault }) => fault === null);
  const isEqual = former.bytes === size && former.modified === modified;
  return isWhole && isEqual ? "unchanged" : "changed";
}
