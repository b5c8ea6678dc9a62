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

function inBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export interface FileDigest {
  /** Of the source bytes, in 32 hex digits. */
  readonly xxh128: string;
  /** Of the stored bytes, base64, in the wire algorithm. */
  readonly checksum: string;
}

/** Both checksums of a file that is sent as it is: given its bytes in order, then asked once. */
export class FileHasher {
  readonly #source: IHasher;
  /** Undefined where one checksum serves as both: the stored bytes are the source's own. */
  readonly #stored: IHasher | undefined;

  private constructor(source: IHasher, stored: IHasher | undefined) {
    this.#source = source.init();
    this.#stored = stored;
  }

  static async create(wire: WireAlgorithm): Promise<FileHasher> {
    const stored = wire === "xxh128" ? undefined : await wireHasher(wire);
    return new FileHasher(await createXXHash128(), stored);
  }

  update(bytes: Uint8Array): void {
    this.#source.update(bytes);
    this.#stored?.update(bytes);
  }

  digest(): FileDigest {
    const digest = this.#source.digest("binary");
    const xxh128 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const checksum = this.#stored === undefined ? inBase64(digest) : wireDigest(this.#stored);
    return { xxh128, checksum };
  }
}
