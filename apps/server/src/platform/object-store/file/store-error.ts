import { AppError } from "@swath/contract/errors";

/** Of a disk that is full, broken, read-only, gone, or out of handles: it may work later. */
const UNAVAILABLE = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE", "ESTALE"]);

/** Throws an error on, as STORE_UNAVAILABLE where the disk refused. */
export function asStoreError(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (!UNAVAILABLE.has(code)) throw error;
  const message = `the store's disk refused: ${code}`;
  throw new AppError("STORE_UNAVAILABLE", message, {}, { cause: error });
}
