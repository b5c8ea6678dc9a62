import { AppError } from "@swath/contract/errors";
import { keyFault, pathFault } from "@swath/contract/uploads";

/** What S3 would replace by the name of the posted file, so that the key would not be the signed one. */
const FILENAME_VARIABLE = "${filename}";

/** Throws INVALID_PATH for a key that no driver stores: see {@link pathFault}. */
export function checkKey(key: string): void {
  const fault =
    pathFault(key) ?? (key.includes(FILENAME_VARIABLE) ? `holds ${FILENAME_VARIABLE}` : undefined);
  if (fault !== undefined) throw new AppError("INVALID_PATH", `the object's key ${fault}`);
}

/** Throws INVALID_PATH for a key that not even others can have stored here for Swath to show. */
export function checkForeignKey(key: string): void {
  const fault = key === "" ? "is empty" : keyFault(key);
  if (fault !== undefined) throw new AppError("INVALID_PATH", `the object's key ${fault}`);
}

/** Throws INVALID_PATH for a name that is not one of a bucket (the rules of S3). */
export function checkBucket(bucket: string): void {
  if (/^[a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9]$/.test(bucket)) return;
  throw new AppError("INVALID_PATH", "not the name of a bucket");
}

const hasSurrogates = (text: string): boolean => /[\ud800-\udfff]/.test(text);

/** The order in which stores list keys, that of their UTF-8 bytes: below 0 where `a` comes first. */
export function compareKeys(a: string, b: string): number {
  // The order of UTF-16 units differs only where surrogates are.
  if (hasSurrogates(a) || hasSurrogates(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}
