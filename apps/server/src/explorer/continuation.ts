import { AppError } from "@swath/contract/errors";
import { z } from "zod";
import { unstorablePlace } from "../platform/json/storable-text.ts";

const continuationSchema = z.tuple([
  z.string(),
  z.string(),
  z.enum(["sorted", "store", "inventory"]),
  z.string().min(1),
  z.int().nonnegative(),
]);

/** Where a folder's next page begins. */
export interface Continuation {
  readonly source: "sorted" | "store" | "inventory";
  /** The order of a folder that was read whole, the store's own token, or the inventory's place. */
  readonly token: string;
  /** Objects and folders on the pages before. */
  readonly listed: number;
}

export interface Folder {
  readonly bucket: string;
  readonly prefix: string;
}

/** Writes a continuation for its one folder, opaque to the caller. */
export function writeContinuation({ bucket, prefix }: Folder, next: Continuation): string {
  const { source, token, listed } = next;
  const parts: z.infer<typeof continuationSchema> = [bucket, prefix, source, token, listed];
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/**
 * Reads a continuation that a caller sent; throws INVALID_REQUEST for one of another folder, and for
 * what is none. It grants nothing: bucket and prefix were checked before, and the store lists what
 * lies below that prefix only, wherever a forged one may point.
 */
export function readContinuation(text: string, { bucket, prefix }: Folder): Continuation {
  const parsed = continuationSchema.safeParse(decoded(text));
  if (
    !parsed.success ||
    unstorablePlace(parsed.data) !== undefined ||
    parsed.data[0] !== bucket ||
    parsed.data[1] !== prefix
  )
    throw new AppError("INVALID_REQUEST", "not a continuation token of this folder", {
      field: "nextContinuationToken",
    });
  const [, , source, token, listed] = parsed.data;
  return { source, token, listed };
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}
