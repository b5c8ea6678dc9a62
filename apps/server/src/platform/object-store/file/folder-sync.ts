import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

interface Waiting {
  running: Promise<void>;
  next: Promise<void> | undefined;
}
const folders = new Map<string, Waiting>();

async function syncNow(folder: string): Promise<void> {
  // Windows has no handle of a folder to flush.
  if (process.platform === "win32") return;
  const handle = await open(folder).catch((error: NodeJS.ErrnoException) => {
    // A folder that is gone held nothing that was acknowledged.
    if (error.code !== "ENOENT") throw error;
  });
  if (handle === undefined) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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

/** Makes a folder with its parents, so that they survive a power cut. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  const made: string[] = [];
  for (let path = folder; path.length >= first.length; path = dirname(path))
    made.push(dirname(path));
  await Promise.all(made.map(syncFolder));
}
