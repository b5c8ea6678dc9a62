import { createHash } from "node:crypto";
import type { ObjectPlace } from "../../platform/object-store/object-store.ts";

/**
 * Folder of the copies of clouds that are made to be looked at, in the bucket of processings. Whoever may read the
 * file that a copy is made of may read the copy: by its own place nobody does.
 */
export const PREPARED_FOLDER = ".prepared-clouds/";

/** Whether a place is that of copies, or within. */
export const isPrepared = (place: string): boolean => `${place}/`.startsWith(PREPARED_FOLDER);

/** The name of the copy of an object: another object under its key has another. */
export const preparedId = (bucket: string, key: string, version: string): string =>
  createHash("sha256")
    .update(JSON.stringify([bucket, key, version]))
    .digest("hex")
    .slice(0, 32);

/** How keys of runs begin that make copies: the name of the copy and of its attempt follow. */
export const PREPARATION_KEYS = "swath-view-";

export const preparationKey = (of: { readonly id: string; readonly attempt: number }): string =>
  `${PREPARATION_KEYS}${of.id}-${of.attempt}`;

export const preparedFolder = (id: string): string => `${PREPARED_FOLDER}${id}/`;

/** As the program of the pipeline names it. */
const PREPARED_FILE = "cloud.copc.laz";

/** Where a copy stands. */
export const preparedPlace = (of: {
  readonly id: string;
  readonly copy_bucket: string;
}): ObjectPlace => ({ bucket: of.copy_bucket, key: `${preparedFolder(of.id)}${PREPARED_FILE}` });
