import { lstat, readdir } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { otherwiseSpelled, pathKey, type ReceiptFile } from "@swath/contract/uploads";
import { hashParts } from "./hash-parts.ts";
import { reasonOf, Refusal } from "./refusal.ts";

type Difference =
  | "missing"
  | "other size"
  | "other content"
  | "not in the receipt"
  | "a link, not compared"
  | "changed while it was read"
  | "cannot be read";

/** What was found; `differences` in the order of their paths. */
export interface Comparison {
  readonly equal: number;
  readonly differences: readonly { readonly path: string; readonly what: Difference }[];
}

export interface CompareProgress {
  readonly bytes: number;
  readonly ofBytes: number;
}

interface DiskFile {
  readonly file: string;
  readonly isLink: boolean;
}

/**
 * Everything below a folder that is no folder, by its path in a receipt. Links are named and not
 * followed; a receipt's paths are only looked up here, none is ever opened.
 */
async function filesBelow(folder: string, base: string): Promise<Map<string, DiskFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      throw new Refusal(`The folder cannot be read: ${reasonOf(error)}`, { cause: error });
    },
  );
  const files = new Map<string, DiskFile>();
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = [base, ...relative(folder, file).split(sep)].join("/");
    files.set(path, { file, isLink: !entry.isFile() });
  }
  return files;
}

/** The receipt's name of the folder: the folder's own, or the only one that the receipt holds. */
function baseOf(folder: string, receipt: ReadonlyMap<string, ReceiptFile>): string {
  const bases = new Set(Array.from(receipt.keys(), (path) => path.split("/", 1)[0]!));
  const own = basename(folder);
  const [only = own] = bases;
  const alike = [...bases].find((base) => pathKey(base) === pathKey(own));
  return alike ?? (bases.size === 1 ? only : own);
}

/** One file, in the receipt, on the disk, or in both. */
interface Pair {
  readonly path: string;
  readonly named: ReceiptFile | undefined;
  readonly there: DiskFile | undefined;
}

/**
 * The files of a receipt beside those of a disk, by their paths in any spelling: those that are spelled
 * alike are one file first, and what is left of one file in two spellings is told apart by its code points.
 */
function pairsOf(
  receipt: ReadonlyMap<string, ReceiptFile>,
  disk: ReadonlyMap<string, DiskFile>,
): Pair[] {
  const left = new Map<string, string>();
  for (const path of disk.keys()) if (!receipt.has(path)) left.set(pathKey(path), path);
  const pairs: Pair[] = [];
  const taken = new Set<string>();
  for (const [path, named] of receipt) {
    const spelled = disk.has(path) ? path : left.get(pathKey(path));
    if (spelled !== undefined) taken.add(spelled);
    if (spelled !== path) left.delete(pathKey(path));
    pairs.push({ path, named, there: spelled === undefined ? undefined : disk.get(spelled) });
  }
  for (const [path, there] of disk)
    if (!taken.has(path)) pairs.push({ path, named: undefined, there });
  return pairs.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Names that people can tell apart, by path. */
function shownNames(pairs: readonly Pair[]): Map<string, string> {
  const groups = Map.groupBy(pairs, ({ path }) => pathKey(path)).values();
  return new Map(
    [...groups].flatMap((group) => {
      const paths = group.map(({ path }) => path);
      const [spelled = paths] = otherwiseSpelled(paths);
      return paths.map((path, index): [string, string] => [path, spelled[index]!]);
    }),
  );
}

async function differenceOf(
  { file, isLink }: DiskFile,
  named: ReceiptFile | undefined,
  onRead: (bytes: number) => void,
): Promise<Difference | undefined> {
  if (isLink) return "a link, not compared";
  if (named === undefined) return "not in the receipt";
  try {
    const before = await lstat(file, { bigint: true });
    if (Number(before.size) !== named.bytes) return "other size";
    const { bytes, xxh128 } = await hashParts(file, onRead);
    if (bytes !== named.bytes) return "other size";
    const { mtimeNs, ctimeNs } = await lstat(file, { bigint: true });
    if (mtimeNs !== before.mtimeNs || ctimeNs !== before.ctimeNs)
      return "changed while it was read";
    return xxh128.join() === named.xxh128.join() ? undefined : "other content";
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return "cannot be read";
    throw error;
  }
}

/** Compares every file below a folder with a receipt's; throws {@link Refusal} for an unreadable folder. */
export async function compareFolder(
  given: string,
  receipt: ReadonlyMap<string, ReceiptFile>,
  onProgress: (progress: CompareProgress) => void,
): Promise<Comparison> {
  const folder = resolve(given);
  const disk = await filesBelow(folder, baseOf(folder, receipt));
  const ofBytes = Array.from(receipt.values(), ({ bytes }) => bytes).reduce((a, b) => a + b, 0);
  let bytes = 0;
  const onRead = (read: number): void => onProgress({ bytes: (bytes += read), ofBytes });
  const differences: { path: string; what: Difference }[] = [];
  let equal = 0;
  const pairs = pairsOf(receipt, disk);
  const shown = shownNames(pairs);
  for (const { path, named, there } of pairs) {
    const what: Difference | undefined =
      there === undefined ? "missing" : await differenceOf(there, named, onRead);
    if (what === undefined) equal += 1;
    else differences.push({ path: shown.get(path)!, what });
  }
  return { equal, differences };
}
