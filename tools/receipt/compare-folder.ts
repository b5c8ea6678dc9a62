import { lstat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { otherwiseSpelled, pathKey, type ReceiptFile } from "@swath/contract/uploads";
import { companions, type LeftOut, leftOutText } from "@swath/survey";
import { type DiskFile, readFolder } from "@swath/upload-engine/node";
import { hashParts } from "./hash-parts.ts";
import { reasonOf, Refusal } from "./refusal.ts";

type Difference =
  | "missing"
  | "other size"
  | "other content"
  | "not in the receipt"
  | "a link, not compared"
  | "no file, not compared"
  | "no UTF-8 name, not compared"
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

/** How the folder is read; what a receipt names is compared whatever its name. */
export interface CompareOptions {
  readonly followLinks?: boolean;
  /** Patterns of companion files beside those that everybody has. */
  readonly companions?: readonly string[];
}

/**
 * Everything below a folder, by its path in a receipt. A receipt's paths are only looked up here,
 * none is ever opened.
 */
async function filesBelow(
  folder: string,
  receipt: ReadonlyMap<string, ReceiptFile>,
  { followLinks = false, companions: patterns = [] }: CompareOptions,
): Promise<{
  readonly files: ReadonlyMap<string, DiskFile>;
  readonly leftOut: ReadonlyMap<string, LeftOut>;
}> {
  const base = baseOf(folder, receipt);
  const named = (path: string): string => base + path.slice(basename(folder).length);
  const known = companions(patterns);
  const stored = Array.from(receipt.keys()).filter((path) => known(path));
  const isStored = (path: string): boolean =>
    stored.some((one) => one === path || (path.endsWith("/") && one.startsWith(path)));
  const isCompanion = (path: string): boolean => known(path) && !isStored(named(path));
  const { files, reading } = await readFolder(folder, { followLinks, isCompanion }).catch(
    (error: unknown) => {
      throw new Refusal(`The folder cannot be read: ${reasonOf(error)}`, { cause: error });
    },
  );
  return {
    files: new Map(files.map((file) => [named(file.path), file])),
    leftOut: new Map(reading.leftOut.map((one) => [named(one.path), one])),
  };
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
  { file }: Pick<DiskFile, "file">,
  named: ReceiptFile | undefined,
  onRead: (bytes: number) => void,
): Promise<Difference | undefined> {
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

const NOT_COMPARED: Readonly<Record<LeftOut["reason"], Difference>> = {
  link: "a link, not compared",
  special: "no file, not compared",
  name: "no UTF-8 name, not compared",
  unreadable: "cannot be read",
};

/** Compares every file below a folder with a receipt's; throws {@link Refusal} for an unreadable folder. */
export async function compareFolder(
  given: string,
  receipt: ReadonlyMap<string, ReceiptFile>,
  onProgress: (progress: CompareProgress) => void,
  options: CompareOptions = {},
): Promise<Comparison> {
  const { files, leftOut } = await filesBelow(resolve(given), receipt, options);
  const ofBytes = Array.from(receipt.values(), ({ bytes }) => bytes).reduce((a, b) => a + b, 0);
  let bytes = 0;
  const onRead = (read: number): void => onProgress({ bytes: (bytes += read), ofBytes });
  const differences: { path: string; what: Difference }[] = [];
  let equal = 0;
  const left = new Set(Array.from(leftOut.keys(), pathKey));
  const pairs = pairsOf(receipt, files).filter(
    ({ path, there }) => there !== undefined || !left.has(pathKey(path)),
  );
  const shown = shownNames(pairs);
  for (const [path, one] of leftOut)
    differences.push({ path: leftOutText({ ...one, path }), what: NOT_COMPARED[one.reason] });
  for (const { path, named, there } of pairs) {
    const what: Difference | undefined =
      there === undefined ? "missing" : await differenceOf(there, named, onRead);
    if (what === undefined) equal += 1;
    else differences.push({ path: shown.get(path)!, what });
  }
  return { equal, differences: differences.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}
