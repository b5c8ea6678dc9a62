import { otherwiseSpelled, PART_BYTES, pathKey, type ReceiptFile } from "@swath/contract/uploads";
import { companions, type IsCompanion, type LeftOut, leftOutText } from "@swath/survey";
import type { SourceFile, SourceHasher } from "../../ports/preparer.ts";

/** A file of the folder, and the checksums under which a file of its path is stored. */
export interface ComparedFile {
  readonly file: SourceFile;
  /** XXH128 of each part of 200 MB. */
  readonly xxh128: readonly string[];
}

export type Comparison =
  /** Whether each file's content is equal, by the {@link pathKey} of its path. */
  { readonly kind: "compared"; readonly equality: ReadonlyMap<string, boolean> } | ComparisonFault;

type ComparisonFault =
  | { readonly kind: "aborted" }
  | { readonly kind: "unreadable"; readonly path: string; readonly reason: string };

interface Options {
  readonly hasher: SourceHasher;
  readonly signal: AbortSignal;
  /** Given the bytes that are done, of the bytes of all files. */
  readonly onProgress: (doneBytes: number) => void;
}

/**
 * Compares files with their stored copies, by checksums.
 *
 * drive/C1 a file is equal where each of its parts has the checksum of the stored one;
 * drive/C2 the first part that differs ends a file: the rest of it is not read;
 * drive/C3 a file of another number of parts is not equal, and not read;
 * drive/C4 a file that cannot be read ends the comparison, and is named;
 * drive/C5 nothing is read once the comparison was aborted.
 */
export async function compareContent(
  files: readonly ComparedFile[],
  options: Options,
): Promise<Comparison> {
  const equality = new Map<string, boolean>();
  let done = 0;
  for (const compared of files) {
    const before = done;
    const onRead = (bytes: number): void => options.onProgress((done += bytes));
    const outcome = await isEqualContent(compared, { ...options, onRead });
    if (typeof outcome === "object") return outcome;
    equality.set(pathKey(compared.file.path), outcome);
    done = before + compared.file.size;
    options.onProgress(done);
  }
  return { kind: "compared", equality };
}

interface ContentOptions extends Pick<Options, "hasher" | "signal"> {
  /** Given the bytes of each part that is equal. */
  readonly onRead: (bytes: number) => void;
}

/** Whether one file's content is equal: as {@link compareContent} has it. */
async function isEqualContent(
  { file, xxh128 }: ComparedFile,
  { hasher, signal, onRead }: ContentOptions,
): Promise<boolean | ComparisonFault> {
  if (xxh128.length !== Math.ceil(file.size / PART_BYTES)) return false;
  for (const [part, wanted] of xxh128.entries()) {
    if (signal.aborted) return { kind: "aborted" };
    const offset = part * PART_BYTES;
    const length = Math.min(PART_BYTES, file.size - offset);
    const found = await hasher.hash(file, { offset, length });
    if (signal.aborted) return { kind: "aborted" };
    if (typeof found === "object")
      return { kind: "unreadable", path: found.unreadable, reason: found.reason };
    if (found !== wanted) return false;
    onRead(length);
  }
  return true;
}

type DriveDifference =
  | "missing"
  | "other size"
  | "other content"
  | "not in the receipt"
  | "changed while it was read"
  | "a link, not compared"
  | "no file, not compared"
  | "no UTF-8 name, not compared"
  | "cannot be read";

const NOT_COMPARED: Readonly<Record<LeftOut["reason"], DriveDifference>> = {
  link: "a link, not compared",
  special: "no file, not compared",
  name: "no UTF-8 name, not compared",
  unreadable: "cannot be read",
};

/** A folder as it was read, its paths from its own name on. */
export interface DriveFolder {
  readonly name: string;
  readonly files: readonly SourceFile[];
  readonly leftOut: readonly LeftOut[];
}

/** What was found; `differences` in the order of their paths. */
export interface DriveComparison {
  readonly equal: number;
  readonly differences: readonly { readonly path: string; readonly what: DriveDifference }[];
}

/** The receipt's name of a folder: the folder's own, or the only one that the receipt holds. */
function baseOf(folder: string, receipt: readonly ReceiptFile[]): string {
  const bases = new Set(receipt.map(({ path }) => path.split("/", 1)[0]!));
  const [only = folder] = bases;
  const alike = [...bases].find((base) => pathKey(base) === pathKey(folder));
  return alike ?? (bases.size === 1 ? only : folder);
}

/** Of a folder, what a path on the drive is called in the receipt. */
const namedIn = (folder: string, receipt: readonly ReceiptFile[]): ((path: string) => string) => {
  const base = baseOf(folder, receipt);
  return (path) => base + path.slice(folder.length);
};

/**
 * The companion files that are passed over where a folder is compared with a receipt: by the company's
 * patterns and everybody's, but for those that the receipt holds.
 */
export function companionsBeside(
  folder: string,
  receipt: readonly ReceiptFile[],
  patterns: readonly string[],
): IsCompanion {
  const named = namedIn(folder, receipt);
  const isCompanion = companions(patterns);
  const stored = receipt.flatMap(({ path }) => (isCompanion(path) ? [path] : []));
  const isStored = (path: string): boolean =>
    stored.some((one) => one === path || (path.endsWith("/") && one.startsWith(path)));
  return (path) => isCompanion(path) && !isStored(named(path));
}

/** One file, in the receipt, on the drive, or in both. */
interface Pair {
  readonly path: string;
  readonly sealed: ReceiptFile | undefined;
  readonly there: SourceFile | undefined;
}

/**
 * Pairs the files of a receipt with those of a drive. Equal spellings of a path pair first; then one file
 * may pair with another spelling of its path, and the names shown for it differ by code points.
 */
function pairsOf(receipt: readonly ReceiptFile[], drive: ReadonlyMap<string, SourceFile>): Pair[] {
  const sealed = new Set(receipt.map(({ path }) => path));
  const left = new Map<string, string>();
  for (const path of drive.keys()) if (!sealed.has(path)) left.set(pathKey(path), path);
  const pairs: Pair[] = [];
  const taken = new Set<string>();
  for (const file of receipt) {
    const { path } = file;
    const spelled = drive.has(path) ? path : left.get(pathKey(path));
    if (spelled !== undefined) taken.add(spelled);
    if (spelled !== path) left.delete(pathKey(path));
    const there = spelled === undefined ? undefined : drive.get(spelled);
    pairs.push({ path, sealed: file, there });
  }
  for (const [path, there] of drive)
    if (!taken.has(path)) pairs.push({ path, sealed: undefined, there });
  return pairs.toSorted(byPath);
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : 1;

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

/**
 * Compares every file of a folder with the receipt of its upload. Undefined once it was aborted.
 *
 * drive/R1 names are compared in either spelling of accents, then sizes, then the content
 *    (XXH128 of each part); no time;
 * drive/R2 a file of the receipt that the drive lacks, and one of the drive that the receipt
 *    lacks, is a difference; companions that the receipt does not hold are none
 *    ({@link companionsBeside});
 * drive/R3 what the reader left out is a difference, and no second one as missing;
 * drive/R4 a file that cannot be read, or was changed meanwhile, is a difference; the rest
 *    goes on;
 * drive/R5 a folder of another name is taken for the receipt's only one.
 */
export async function compareReceipt(
  { name, files, leftOut }: DriveFolder,
  receipt: readonly ReceiptFile[],
  options: Options,
): Promise<DriveComparison | undefined> {
  const named = namedIn(name, receipt);
  const left = new Set(leftOut.map(({ path }) => pathKey(named(path))));
  const drive = new Map(files.map((file) => [named(file.path), file]));
  const pairs = pairsOf(receipt, drive).filter(
    ({ path, there }) => there !== undefined || !left.has(pathKey(path)),
  );
  const shown = shownNames(pairs);
  const differences = leftOut.map((one) => ({
    path: leftOutText({ ...one, path: named(one.path) }),
    what: NOT_COMPARED[one.reason],
  }));
  let equal = 0;
  let done = 0;
  const onRead = (bytes: number): void => options.onProgress((done += bytes));
  for (const { path, sealed, there } of pairs) {
    const what = await differenceOf(there, sealed, { ...options, onRead });
    if (options.signal.aborted) return undefined;
    if (what === undefined) equal += 1;
    else differences.push({ path: shown.get(path)!, what });
  }
  return { equal, differences: differences.toSorted(byPath) };
}

async function differenceOf(
  there: SourceFile | undefined,
  sealed: ReceiptFile | undefined,
  options: ContentOptions,
): Promise<DriveDifference | undefined> {
  if (there === undefined) return "missing";
  if (sealed === undefined) return "not in the receipt";
  if (there.size !== sealed.bytes) return "other size";
  const isEqual = await isEqualContent({ file: there, xxh128: sealed.xxh128 }, options);
  const isChanged = (await options.hasher.stateOf(there)) !== "unchanged";
  if (isChanged) return "changed while it was read";
  if (typeof isEqual === "object") return "cannot be read";
  return isEqual ? undefined : "other content";
}
