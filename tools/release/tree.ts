import { posix } from "node:path";

/**
 * A file, folder or symbolic link of an archive; its path has no slash at either end. All of it is
 * root's, but for folders of an owner.
 */
export type Entry = { readonly path: string } & (
  | { readonly kind: "folder"; readonly mode?: number; readonly owner?: number }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "file"; readonly mode: number; readonly content: Buffer }
  | { readonly kind: "file"; readonly mode: number; readonly from: string }
);

const PROGRAM = 0o755;
const PLAIN = 0o644;

/** Archives know two modes: what may be run, and what may not. */
export const modeOf = (isProgram: boolean): number => (isProgram ? PROGRAM : PLAIN);

export const textFile = (path: string, text: string, mode = PLAIN): Entry => ({
  path,
  kind: "file",
  mode,
  content: Buffer.from(text),
});

/** The same entries below a folder. */
export function below(folder: string, entries: readonly Entry[]): Entry[] {
  return entries.map((entry) => ({ ...entry, path: posix.join(folder, entry.path) }));
}

function parentsOf(path: string): string[] {
  const parent = posix.dirname(path);
  return parent === "." ? [] : [...parentsOf(parent), parent];
}

const byPath = (one: Entry, other: Entry): number =>
  one.path < other.path ? -1 : Number(one.path > other.path);

/**
 * Entries in one order, with the folders that they lie in: an archive's bytes depend on nothing but
 * what is in it. Throws where two have one path, or a path leads out of the archive.
 */
export function wholeTree(entries: readonly Entry[]): Entry[] {
  const all = new Map<string, Entry>();
  for (const entry of entries) {
    const { path } = entry;
    if (path !== posix.normalize(path) || /^(\/|\.\.?(\/|$))/.test(path))
      throw new Error(`${path} is no path within an archive`);
    if (all.has(path)) throw new Error(`${path} is in the archive twice`);
    all.set(path, entry);
  }
  for (const path of [...all.keys()].flatMap(parentsOf))
    if (!all.has(path)) all.set(path, { path, kind: "folder" });
  return [...all.values()].toSorted(byPath);
}
