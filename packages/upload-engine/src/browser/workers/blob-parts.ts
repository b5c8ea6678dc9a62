/** A blob costs a call to the browser's own process. */
const BLOB_BYTES = 33_554_432;

/**
 * Puts a blob together as its bytes become ready. What a blob is made of is copied, and the browser's
 * own process keeps it: the bytes are freed at once, instead of when the collector finds them.
 */
export class BlobParts {
  readonly #blobs: Blob[] = [];
  #bytes: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;

  /** Takes bytes, which must not be used any more. */
  add(bytes: readonly Uint8Array<ArrayBuffer>[]): void {
    for (const each of bytes) {
      this.#bytes.push(each);
      this.#length += each.length;
      if (this.#length >= BLOB_BYTES) this.#close();
    }
  }

  /** All that was added; nothing may follow. */
  end(): Blob {
    if (this.#length > 0) this.#close();
    const blob = this.#blobs.length === 1 ? this.#blobs[0]! : new Blob(this.#blobs);
    triggerGarbageCollection(blob.size);
    return blob;
  }

  #close(): void {
    this.#blobs.push(new Blob(this.#bytes));
    for (const { buffer } of this.#bytes) buffer.transfer(0);
    this.#bytes = [];
    this.#length = 0;
  }
}

/**
 * Chromium keeps at most 2 GB of blobs in memory, and frees one only when its handle is collected as
 * garbage; but their bytes do not count as garbage, so an idle heap is never collected, and the next
 * blob fails or waits for ever. As many bytes that do count, never touched, bring the collection about.
 */
export function triggerGarbageCollection(bytes: number): void {
  void new ArrayBuffer(bytes);
}
