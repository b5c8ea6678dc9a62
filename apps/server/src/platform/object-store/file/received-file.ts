import type { BigIntStats } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { crc32c } from "@node-rs/crc32";
import { createXXHash128, type IHasher } from "hash-wasm";
import { type Facts, isMissing } from "./facts.ts";
import type { FactsLog } from "./facts-log.ts";

/** Chunks are gathered to this many bytes and written by one call. */
const BATCH_BYTES = 2_097_152;

const idleHashers: IHasher[] = [];
const takeHasher = async (): Promise<IHasher> => idleHashers.pop() ?? (await createXXHash128());

/**
 * A file on its way into the store: gathers chunks, writes them in batches and learns their
 * checksums. While one batch is written, the next is gathered; a third waits. A chunk must not be
 * changed after it was added.
 */
export class ReceivedFile {
  readonly path: string;
  size = 0;
  readonly #handle: FileHandle;
  readonly #hasher: IHasher;
  #crc = 0;
  #batch: Uint8Array[] = [];
  #batched = 0;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(path: string, handle: FileHandle, hasher: IHasher) {
    this.path = path;
    this.#handle = handle;
    this.#hasher = hasher.init();
  }

  static async create(path: string): Promise<ReceivedFile> {
    const hasher = await takeHasher();
    return new ReceivedFile(path, await open(path, "wx", 0o600), hasher);
  }

  /** Takes a chunk; a promise means that the next one should wait for it. */
  add(chunk: Uint8Array): Promise<void> | undefined {
    this.size += chunk.length;
    this.#crc = crc32c(chunk, this.#crc);
    this.#hasher.update(chunk);
    this.#batch.push(chunk);
    this.#batched += chunk.length;
    return this.#batched < BATCH_BYTES ? undefined : this.#flush();
  }

  /** CRC-32C of what was added, in base64 as `x-amz-checksum-crc32c` has it. */
  crc32cBase64(): string {
    return Buffer.from(this.#crcHex(), "hex").toString("base64");
  }

  #crcHex(): string {
    return this.#crc.toString(16).padStart(8, "0");
  }

  /** Begins to write what was gathered, as soon as the batch before is written; answers then. */
  #flush(): Promise<void> {
    const [batch, bytes, earlier] = [this.#batch, this.#batched, this.#writing];
    this.#batch = [];
    this.#batched = 0;
    this.#writing = earlier.then(() => this.#write(batch, bytes));
    // A failure is told by the next flush and by seal, never as an unhandled one.
    this.#writing.catch(() => {});
    return earlier;
  }

  async #write(batch: Uint8Array[], bytes: number): Promise<void> {
    if (bytes === 0) return;
    const { bytesWritten } = await this.#handle.writev(batch, this.#written);
    if (bytesWritten !== bytes) throw new Error(`wrote ${bytesWritten} of ${bytes} bytes`);
    this.#written += bytes;
  }

  /** Brings the file and its facts to the disk; it may be moved into its place then. */
  async seal(log: FactsLog): Promise<{ stat: BigIntStats; facts: Facts }> {
    await this.#flush();
    await this.#writing;
    const xxh128 = this.#hasher.digest("hex");
    const facts = { size: this.size, crc32c: this.#crcHex(), xxh128 };
    const written = await this.#handle.stat({ bigint: true });
    await Promise.all([this.#handle.sync(), log.append(written, facts)]);
    const stat = await this.#handle.stat({ bigint: true });
    // Some network file systems set the time when they flush.
    if (stat.mtimeNs !== written.mtimeNs) await log.append(stat, facts);
    await this.#close();
    return { stat, facts };
  }

  /** Leaves no file behind; of no use once it was moved. */
  async discard(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#close().catch(() => {});
    await unlink(this.path).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  async #close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    idleHashers.push(this.#hasher);
    await this.#handle.close();
  }
}
