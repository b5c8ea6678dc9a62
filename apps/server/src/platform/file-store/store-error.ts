import { AppError } from "@swath/contract/errors";
import { codeOf } from "../system.ts";

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
