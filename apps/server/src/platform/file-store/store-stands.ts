import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@swath/contract/errors";
import { isMissing } from "./facts.ts";

/** Stands in the folder of every store: what lacks it is an empty place where a store was mounted. */
export const FACTS_FOLDER = ".facts";

export async function makeStore({ folder }: { readonly folder: string }): Promise<void> {
  await mkdir(join(folder, FACTS_FOLDER), { recursive: true, mode: 0o700 });
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
