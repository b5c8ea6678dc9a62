import { realpath, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { isMissing } from "./facts.ts";
import { FactsLog } from "./facts-log.ts";
import { FileStore, type FileStoreOptions } from "./file-store.ts";
import { FACTS_FOLDER, makeStore, requireStore, storeGone } from "./store-error.ts";
import { openTemporaryFolder } from "./temporary-folder.ts";

/**
 * Opens the folder of a file store and sweeps what dead processes left. It is made where it is
 * missing; with `mustStand` that throws STORE_UNAVAILABLE.
 */
export async function openFileStore(
  options: FileStoreOptions & { readonly folder: string; readonly mustStand?: boolean },
): Promise<FileStore> {
  if (options.mustStand === true) await requireStore(options);
  else await makeStore(options);
  try {
    return await openStanding(options);
  } catch (error) {
    throw isMissing(error) ? storeGone(error) : error;
  }
}

async function openStanding(
  options: FileStoreOptions & { readonly folder: string },
): Promise<FileStore> {
  const folder = await realpath(options.folder);
  const facts = join(folder, FACTS_FOLDER);
  const temporary = await openTemporaryFolder(folder, options.clock());
  const caseSensitive = await tellsCase(temporary);
  return new FileStore({ folder, temporary, caseSensitive, facts: new FactsLog(facts) }, options);
}

async function tellsCase(folder: string): Promise<boolean> {
  const name = `case-${randomUUID()}`;
  await writeFile(join(folder, name), "");
  try {
    await stat(join(folder, name.toUpperCase()));
    return false;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  } finally {
    await rm(join(folder, name));
  }
}
