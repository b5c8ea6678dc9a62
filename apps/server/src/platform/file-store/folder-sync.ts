import { mkdir, open } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { unless } from "../system.ts";

interface Waiting {
  running: Promise<void>;
  next: Promise<void> | undefined;
}
const folders = new Map<string, Waiting>();

async function syncNow(folder: string): Promise<void> {
  // Windows has no handle of a folder to flush.
  if (process.platform === "win32") return;
  // A folder that is gone held nothing that was acknowledged.
  await using handle = await open(folder).catch(unless("ENOENT"));
  await handle?.sync();
}

/**
 * Flushes a folder's entries to the disk. Calls that arrive while a flush runs share the next one,
 * since only a flush that began after an entry was made surely holds it.
 */
export function syncFolder(folder: string): Promise<void> {
  const waiting = folders.get(folder);
  if (waiting !== undefined) {
    waiting.next ??= waiting.running.catch(() => {}).then(() => begin(folder));
    return waiting.next;
  }
  return begin(folder);
}

function begin(folder: string): Promise<void> {
  const own: Waiting = { running: syncNow(folder), next: undefined };
  folders.set(folder, own);
  const forget = (): void => {
    if (own.next === undefined) folders.delete(folder);
  };
  own.running.then(forget, forget);
  return own.running;
}

/** Folders that are being made, each until it is sure to survive a power cut. */
const making = new Map<string, Promise<void>>();

/** Makes a folder with its parents, so that they survive a power cut. */
export function makeFolder(folder: string): Promise<void> {
  const shared = making.get(folder);
  if (shared !== undefined) return shared;
  const own = makeNow(folder).finally(() => making.delete(folder));
  making.set(folder, own);
  return own;
}

const isWithin = (path: string, above: string): boolean =>
  `${path}${sep}`.startsWith(`${above}${sep}`);

/**
 * Settles once a folder with its parents survives a power cut, whichever call makes them: what another
 * call has made can be used before that call has flushed it.
 */
export async function foldersMade(folder: string): Promise<void> {
  const related = [...making].filter(([path]) => isWithin(path, folder) || isWithin(folder, path));
  await Promise.all(related.map(([, made]) => made));
}

async function makeNow(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  const made: string[] = [];
  for (let path = folder; path.length >= first.length; path = dirname(path))
    made.push(dirname(path));
  await Promise.all(made.map(syncFolder));
}
