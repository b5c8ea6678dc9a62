import { lstat, readdir } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import type { ReceiptFile } from "@swath/contract/uploads";
import { hashParts } from "./hash-parts.ts";
import { reasonOf, Refusal } from "./refusal.ts";

type Difference =
  | "missing"
  | "other size"
  | "other content"
  | "not in the receipt"
  | "a link, not compared"
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
  return bases.has(own) || bases.size !== 1 ? own : only;
}

async function differenceOf(
  { file, isLink }: DiskFile,
  named: ReceiptFile | undefined,
  onRead: (bytes: number) => void,
): Promise<Difference | undefined> {
  if (isLink) return "a link, not compared";
  if (named === undefined) return "not in the receipt";
  try {
    if ((await lstat(file)).size !== named.bytes) return "other size";
    const { bytes, xxh128 } = await hashParts(file, onRead);
    if (bytes !== named.bytes) return "other size";
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
  for (const path of [...new Set([...receipt.keys(), ...disk.keys()])].toSorted()) {
    const there = disk.get(path);
    const what: Difference | undefined =
      there === undefined ? "missing" : await differenceOf(there, receipt.get(path), onRead);
    if (what === undefined) equal += 1;
    else differences.push({ path, what });
  }
  return { equal, differences };
}
