import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { PART_BYTES } from "@swath/contract/uploads";
import { createXXHash128 } from "hash-wasm";

const READ_BYTES = 8_388_608;

/**
 * XXH128 of each part of 200 MB of a file, which is not opened through a link. `onRead` hears the
 * bytes of each read. The file may be changing: what was read is what is hashed.
 */
export async function hashParts(
  file: string,
  onRead: (bytes: number) => void,
): Promise<{ readonly bytes: number; readonly xxh128: string[] }> {
  const hasher = await createXXHash128();
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const xxh128: string[] = [];
    let bytes = 0;
    for (;;) {
      const left = PART_BYTES - (bytes % PART_BYTES);
      if (left === PART_BYTES) hasher.init();
      const { bytesRead } = await handle.read(buffer, 0, Math.min(left, READ_BYTES), bytes);
      if (bytesRead > 0) hasher.update(buffer.subarray(0, bytesRead));
      bytes += bytesRead;
      onRead(bytesRead);
      const begun = left < PART_BYTES || bytesRead > 0;
      if (begun && (bytesRead === 0 || bytesRead === left)) xxh128.push(hasher.digest());
      if (bytesRead === 0) return { bytes, xxh128 };
    }
  } finally {
    await handle.close();
  }
}
