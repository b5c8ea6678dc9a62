import { mkdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { isMissing } from "./facts.ts";
import { FactsLog } from "./facts-log.ts";
import { FileStore, type FileStoreOptions } from "./file-store.ts";
import { openTemporaryFolder } from "./temporary-folder.ts";

const FACTS_FOLDER = ".facts";

/** Opens the folder of a file store, made where it is missing, and sweeps what dead processes left. */
export async function openFileStore(
  options: FileStoreOptions & { readonly folder: string },
): Promise<FileStore> {
  await mkdir(options.folder, { recursive: true });
  const folder = await realpath(options.folder);
  const facts = join(folder, FACTS_FOLDER);
  await mkdir(facts, { recursive: true, mode: 0o700 });
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
