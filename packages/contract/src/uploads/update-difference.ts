import { byPathKey, pathKey } from "./paths.ts";
import type { StoredFile } from "./receipt.ts";

/** A file of the chosen folder. */
export interface FolderFile {
  readonly path: string;
  readonly size: number;
  /** When it was last changed, in milliseconds since 1970; undefined where that is unknown. */
  readonly modified: number | undefined;
  /** When its status was last changed; undefined where no system tells. */
  readonly statusChanged?: string | undefined;
}

/** What an update does to files, what differs first. */
export const FILE_CHANGES = ["new", "changed", "sameSize", "unchanged"] as const;
export type FileChange = (typeof FILE_CHANGES)[number];

/** What people read of each change. */
export const FILE_CHANGE_WORDS: Readonly<Record<FileChange, string>> = {
  new: "New",
  changed: "Replaces",
  sameSize: "Same size, not compared",
  unchanged: "Unchanged",
};

/** Whether the content of files is equal to what is stored, as far as it was compared; by {@link pathKey}. */
export type Equality = ReadonlyMap<string, boolean>;

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
  /** In the order of {@link FILE_CHANGES}. */
  readonly rows: readonly DifferenceRow[];
  readonly sums: Readonly<Record<FileChange, Sum>>;
  /** What stands and is not in the folder. */
  readonly untouched: Sum;
}

const NOT_COMPARED: Equality = new Map();

/**
 * contract/D1 a file of whose path nothing stands is new;
 * contract/D2 one of another size than was sealed is changed, and so is one that does not stand whole,
 *    whatever was compared;
 * contract/D3 one of the same size and time of change is unchanged, as when a folder is chosen again, unless
 *    its status changed since (contract/D8);
 * contract/D4 what stands and is not in the folder stays as it is;
 * contract/D5 one of the same size, and of another time or one of which no time was sealed, is of the same
 *    size and no more;
 * contract/D6 one of the same size whose content was compared is unchanged or changed, whatever its time;
 * contract/D7 paths are compared in one spelling: a Mac's, with `ü` as two code points, is no other file;
 * contract/D8 one of the same size and time, whose status changed since ({@link isTouched}), was copied or
 *    perhaps changed with its time put back: it is of the same size and no more.
 */
export function updateDifference(
  folder: readonly FolderFile[],
  stored: readonly StoredFile[],
  equality: Equality = NOT_COMPARED,
): UpdateDifference {
  const standing = byPathKey(stored, ({ path }) => path);
  const taken = new Set<StoredFile>();
  const rows = folder.map((file): DifferenceRow => {
    const { path, size } = file;
    const former = standing(path);
    if (former !== undefined) taken.add(former);
    return {
      path,
      size,
      change: changeOf(file, former, equality.get(pathKey(path))),
      storedSize: former?.bytes,
    };
  });
  const byChange = Map.groupBy(rows, ({ change }) => change);
  const stays = stored.filter((file) => !taken.has(file));
  const sumOf = (change: FileChange): Sum => sum((byChange.get(change) ?? []).map(sizeOf));
  return {
    rows: FILE_CHANGES.flatMap((change) => byChange.get(change) ?? []),
    sums: {
      new: sumOf("new"),
      changed: sumOf("changed"),
      sameSize: sumOf("sameSize"),
      unchanged: sumOf("unchanged"),
    },
    untouched: sum(stays.map(({ bytes }) => bytes)),
  };
}

const sizeOf = ({ size }: DifferenceRow): number => size;

const sum = (sizes: readonly number[]): Sum => ({
  files: sizes.length,
  bytes: sizes.reduce((total, size) => total + size, 0),
});

function changeOf(
  file: FolderFile,
  former: StoredFile | undefined,
  isEqual: boolean | undefined,
): FileChange {
  if (former === undefined) return "new";
  if (!isComparable(file, former)) return "changed";
  if (isEqual !== undefined) return isEqual ? "unchanged" : "changed";
  return isSameTime(file, former) && !isTouched(file, former) ? "unchanged" : "sameSize";
}

const isSameTime = (file: Pick<FolderFile, "modified">, former: StoredFile): boolean =>
  former.modified === file.modified;

/** Whether a file's time of change is the one that was sealed, and that of its status is another. */
export function isTouched(
  file: Pick<FolderFile, "modified" | "statusChanged">,
  former: StoredFile,
): boolean {
  const isKnown = file.statusChanged !== undefined && former.statusChanged !== undefined;
  return isKnown && isSameTime(file, former) && file.statusChanged !== former.statusChanged;
}

/** Whether content alone may tell a file from what is stored at its path: of the same size, and whole. */
export function isComparable({ size }: Pick<FolderFile, "size">, former: StoredFile): boolean {
  return former.bytes === size && former.places.every(({ fault }) => fault === null);
}
