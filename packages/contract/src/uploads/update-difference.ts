import type { StoredFile } from "./receipt.ts";

/** What becomes of a file by an update, in the order in which people are shown it. */
export const DIFFERENCE_KINDS = ["new", "replaced", "sameSize", "equal", "untouched"] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** The name of each kind, and what happens to its files. */
export const DIFFERENCE_WORDS: Readonly<
  Record<DifferenceKind, { readonly name: string; readonly meaning: string }>
> = {
  new: { name: "New", meaning: "Not stored yet: added." },
  replaced: {
    name: "Replaced",
    meaning: "Stored with another size or content, or not whole: replaced.",
  },
  sameSize: {
    name: "Same size, not compared",
    meaning: "Stored with the same size, their content was not compared: replaced.",
  },
  equal: { name: "Equal content", meaning: "Stored with equal content: replaced unless left out." },
  untouched: { name: "Untouched", meaning: "Stored and not sent: they stay as they are." },
};

/** A file that an update would send. */
export interface UpdateFile {
  /** Path from the chosen folder on, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

export interface DifferenceRow {
  readonly path: string;
  /** Bytes of the chosen file; undefined where it is not sent. */
  readonly bytes?: number;
  /** Bytes of the stored file; undefined where nothing is stored. */
  readonly storedBytes?: number;
  /** Why it is replaced. */
  readonly why?: "otherSize" | "otherContent" | "notWhole";
}

/** The files of each kind, in the order of what they came from. */
export type UpdateDifference = Readonly<Record<DifferenceKind, readonly DifferenceRow[]>>;

const isWhole = ({ places }: StoredFile): boolean => places.every(({ fault }) => fault === null);

/**
 * What an update changes of stored data; `equality` says of compared files whether their content is
 * equal.
 *
 * difference/D1 a file at whose path nothing is stored is new;
 * difference/D2 one of another size is replaced;
 * difference/D3 one that does not stand whole in storage is replaced, whatever was compared;
 * difference/D4 one of the same size that was not compared is only that: of the same size;
 * difference/D5 one of the same size that was compared is equal, or replaced for its other content;
 * difference/D6 a stored file that is not sent stays untouched.
 */
export function updateDifference(
  stored: readonly StoredFile[],
  files: readonly UpdateFile[],
  equality: ReadonlyMap<string, boolean> = new Map(),
): UpdateDifference {
  const rest = new Map(stored.map((file) => [file.path, file]));
  const rows: Record<DifferenceKind, DifferenceRow[]> = {
    new: [],
    replaced: [],
    sameSize: [],
    equal: [],
    untouched: [],
  };
  for (const { path, bytes } of files) {
    const before = rest.get(path);
    rest.delete(path);
    const { kind, ...why } = kindOf(before, bytes, equality.get(path));
    const size = before === undefined ? {} : { storedBytes: before.bytes };
    rows[kind].push({ path, bytes, ...size, ...why });
  }
  for (const { path, bytes } of rest.values()) rows.untouched.push({ path, storedBytes: bytes });
  return rows;
}

type Judged = { readonly kind: DifferenceKind } & Pick<DifferenceRow, "why">;

function kindOf(before: StoredFile | undefined, bytes: number, equal?: boolean): Judged {
  if (before === undefined) return { kind: "new" };
  if (before.bytes !== bytes) return { kind: "replaced", why: "otherSize" };
  if (!isWhole(before)) return { kind: "replaced", why: "notWhole" };
  if (equal === undefined) return { kind: "sameSize" };
  return equal ? { kind: "equal" } : { kind: "replaced", why: "otherContent" };
}

/** Number and bytes of rows: those that are sent, or else those that are stored. */
export function differenceTotals(rows: readonly DifferenceRow[]): {
  readonly files: number;
  readonly bytes: number;
} {
  const bytes = rows.reduce((sum, row) => sum + (row.bytes ?? row.storedBytes ?? 0), 0);
  return { files: rows.length, bytes };
}
