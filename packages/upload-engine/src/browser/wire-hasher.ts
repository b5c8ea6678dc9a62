import type { WireAlgorithm } from "@swath/contract/settings";
import { createCRC32, createMD5, type IHasher } from "hash-wasm";

/** CRC-32C (Castagnoli), reflected: RFC 3720, appendix B.4. */
const CASTAGNOLI = 0x82f63b78;

/** A hasher of the wire checksum; finish it with {@link wireDigest}. */
export async function wireHasher(wire: WireAlgorithm): Promise<IHasher> {
  const hasher = wire === "crc32c" ? await createCRC32(CASTAGNOLI) : await createMD5();
  return hasher.init();
}

/** The checksum as it travels: base64 of its bytes, CRC-32C big-endian. */
export function wireDigest(hasher: IHasher): string {
  return btoa(String.fromCharCode(...hasher.digest("binary")));
}
