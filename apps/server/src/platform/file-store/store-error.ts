import { AppError } from "@swath/contract/errors";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, makeFolders } from "../system.ts";
import { isMissing } from "./facts.ts";

/** Stands in the folder of every store: what lacks it is an empty place where a store was mounted. */
export const FACTS_FOLDER = ".facts";

export async function makeStore({ folder }: { readonly folder: string }): Promise<void> {
  await makeFolders(join(folder, FACTS_FOLDER), 0o700);
}

/** Of something of the store's own that is missing: its folder is gone, or was a moment ago. */
export const storeGone = (cause: unknown): AppError =>
  new AppError("STORE_UNAVAILABLE", "the store's folder is gone", {}, { cause });

/**
 * Throws STORE_UNAVAILABLE where the store's own folder is gone: an object that is not found there
 * may well stand once the folder is back.
 */
export async function requireStore({ folder }: { readonly folder: string }): Promise<void> {
  try {
    await access(join(folder, FACTS_FOLDER));
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw storeGone(error);
  }
}

/** Of a disk without room, or a person's or a folder's share of it. */
const FULL = new Set(["ENOSPC", "EDQUOT"]);
/** Of a disk that is broken, read-only, gone, or out of handles: it may work later. */
const UNAVAILABLE = new Set(["EROFS", "EIO", "EMFILE", "ENFILE", "ESTALE"]);

/** Throws an error on, as STORE_FULL or STORE_UNAVAILABLE where the disk refused. */
export function asStoreError(error: unknown): never {
  const code = codeOf(error);
  if (FULL.has(code)) throw storeFull(error);
  if (!UNAVAILABLE.has(code)) throw error;
  const message = `the store's disk refused: ${code}`;
  throw new AppError("STORE_UNAVAILABLE", message, {}, { cause: error });
}

export const storeFull = (cause?: unknown): AppError =>
  new AppError("STORE_FULL", "the store has no room", {}, { cause });
