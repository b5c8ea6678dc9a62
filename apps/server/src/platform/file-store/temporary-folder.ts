import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { isMissing } from "./facts.ts";
import { requireStore } from "./store-error.ts";
import { isAlive, unless } from "../system.ts";

const TEMPORARY_FOLDER = ".receiving";
/** Whether the process of another host lives is unknown; after this long it sends no more. */
const FOREIGN_MS = 7 * 24 * 3_600_000;
/** Folders of this process's stores; one of its number that is not here is of an earlier process. */
const own = new Set<string>();

/** A folder for the files that this process receives; those that dead processes left are removed. */
export async function openTemporaryFolder(root: string, now: Date): Promise<string> {
  const parent = await makeParent(root);
  for (const name of await readdir(parent))
    if (await isAbandoned(parent, name, now))
      await rm(join(parent, name), { recursive: true, force: true });
  const name = `${hostname()},${process.pid},${randomUUID()}`;
  own.add(name);
  await mkdir(join(parent, name), { mode: 0o700 });
  return join(parent, name);
}

/** Never with what is above it: a store that went away is not made anew. */
async function makeParent(root: string): Promise<string> {
  const parent = join(root, TEMPORARY_FOLDER);
  await mkdir(parent, { mode: 0o700 }).catch(unless("EEXIST"));
  return parent;
}

/** A path for a file that is received; where another process took the folder away it is made again. */
export async function temporaryPath(root: {
  readonly folder: string;
  readonly temporary: string;
}): Promise<string> {
  try {
    await access(root.temporary);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await requireStore(root);
    await makeParent(root.folder);
    await mkdir(root.temporary, { mode: 0o700 }).catch(unless("EEXIST"));
  }
  return join(root.temporary, randomUUID());
}

async function isAbandoned(parent: string, name: string, now: Date): Promise<boolean> {
  if (own.has(name)) return false;
  const [host, pid] = name.split(",");
  if (host === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid));
  const { mtimeMs } = await stat(join(parent, name));
  return now.getTime() - mtimeMs > FOREIGN_MS;
}
