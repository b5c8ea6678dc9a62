import type { WireAlgorithm } from "@swath/contract/settings";
import { createCRC32, createMD5, createXXHash128, type IHasher } from "hash-wasm";

/** CRC-32C (Castagnoli), reflected: RFC 3720, appendix B.4. */
const CASTAGNOLI = 0x82f63b78;

const CREATE: Readonly<Record<WireAlgorithm, () => Promise<IHasher>>> = {
  xxh128: createXXHash128,
  crc32c: () => createCRC32(CASTAGNOLI),
  md5: createMD5,
};

/** A hasher of the wire checksum; finish it with {@link wireDigest}. */
export async function wireHasher(wire: WireAlgorithm): Promise<IHasher> {
  return (await CREATE[wire]()).init();
}

/** The checksum as it travels: base64 of its bytes, CRC-32C big-endian. */
export function wireDigest(hasher: IHasher): string {
  return inBase64(hasher.digest("binary"));
}

export function inBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
