import { createHash } from "node:crypto";
import { crc32c } from "@node-rs/crc32";
import { takeHasher } from "../../platform/hashing/xxh128.ts";
import type { ObjectStore, StoredObject } from "../../platform/object-store/object-store.ts";

export type Checksums = StoredObject["checksums"];
export type Comparison = "same" | "different" | "unknown";

const CONTENT = ["crc32c", "md5", "xxh128"] as const;

/**
 * Compares the store's own checksums of two objects, or of one with what was kept of it; `unknown` where they have none in common.
 */
export function compareChecksums(
  a: Checksums,
  b: Checksums,
  options: { sameParts: boolean },
): Comparison {
  let common = a.parts !== undefined && a.parts === b.parts;
  if (options.sameParts && a.parts !== undefined && b.parts !== undefined && !common)
    return "different";
  for (const algorithm of CONTENT) {
    if (a[algorithm] === undefined || b[algorithm] === undefined) continue;
    if (a[algorithm] !== b[algorithm]) return "different";
    common = true;
  }
  return common ? "same" : "unknown";
}

/** Whether there is a checksum that can be made from the bytes alone. */
export function hasContentChecksum(checksums: Checksums): boolean {
  return CONTENT.some((algorithm) => checksums[algorithm] !== undefined);
}

/** The checksums of an object's bytes, read now. */
export async function readChecksums(
  store: ObjectStore,
  place: { readonly bucket: string; readonly key: string },
  signal: AbortSignal,
): Promise<Required<Pick<Checksums, (typeof CONTENT)[number]>>> {
  using xxh128 = await takeHasher();
  const md5 = createHash("md5");
  let crc = 0;
  const take = (bytes: Uint8Array): void => {
    crc = crc32c(bytes, crc);
    md5.update(bytes);
    xxh128.update(bytes);
  };
  await store.readThrough(place.bucket, place.key, take, { signal });
  return {
    crc32c: crc.toString(16).padStart(8, "0"),
    md5: md5.digest("hex"),
    xxh128: xxh128.digest(),
  };
}
