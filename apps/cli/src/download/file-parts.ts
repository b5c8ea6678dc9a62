import { type FileHandle } from "node:fs/promises";
import { createXXHash128 } from "hash-wasm";
import { PART_BYTES, type StoredFile } from "@swath/contract/uploads";

const READ_BYTES = 4_194_304;

/** The sealed file whose bytes are compared. */
export type Sealed = Pick<StoredFile, "bytes" | "xxh128">;

/** A part of a file is not what was sealed. */
export class DamagedPart extends Error {
  override readonly name = "DamagedPart";
}

/** Compares the parts of a file with what was sealed of them, as their bytes come in order. */
export class PartCheck {
  readonly #sealed: Sealed;
  readonly #hasher: Awaited<ReturnType<typeof createXXHash128>>;
  #at: number;
  /** Bytes of whole parts that are as sealed. */
  compared: number;

  private constructor(
    sealed: Sealed,
    hasher: Awaited<ReturnType<typeof createXXHash128>>,
    from: number,
  ) {
    this.#sealed = sealed;
    this.#hasher = hasher.init();
    [this.#at, this.compared] = [from, from];
  }

  /** `from` is where a part begins. */
  static async begin(sealed: Sealed, from: number): Promise<PartCheck> {
    return new PartCheck(sealed, await createXXHash128(), from);
  }

  /** Throws {@link DamagedPart} at the end of a part that differs, and for bytes behind the file's end. */
  add(bytes: Uint8Array): void {
    const { bytes: size, xxh128 } = this.#sealed;
    for (let done = 0; done < bytes.length;) {
      const part = Math.floor(this.#at / PART_BYTES);
      const end = Math.min((part + 1) * PART_BYTES, size);
      const chunk = bytes.subarray(done, done + end - this.#at);
      if (chunk.length === 0) throw new DamagedPart("it is longer than what was sealed");
      this.#hasher.update(chunk);
      done += chunk.length;
      this.#at += chunk.length;
      if (this.#at < end) continue;
      if (this.#hasher.digest() !== xxh128[part])
        throw new DamagedPart(`part ${part + 1} of ${xxh128.length} is not what was sealed`);
      this.#hasher.init();
      this.compared = end;
    }
  }
}

/** Bytes of the whole parts at the beginning of an open file that are as sealed. */
export async function comparedBytes(handle: FileHandle, sealed: Sealed): Promise<number> {
  const check = await PartCheck.begin(sealed, 0);
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  try {
    for (let at = 0; at < sealed.bytes;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, at);
      if (bytesRead === 0) break;
      check.add(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  } catch (error) {
    if (!(error instanceof DamagedPart)) throw error;
  }
  return check.compared;
}
