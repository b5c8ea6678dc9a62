import { type BigIntStats, fstatSync } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { freeMemory } from "../../../memory/free-memory.ts";
import { type Facts, unlessMissing } from "../facts.ts";
import type { FactsLog } from "../facts-log.ts";
import { Sums } from "./sums.ts";

/** Chunks are gathered to this many bytes and written by one call. */
const BATCH_BYTES = 2_097_152;

/** Whether the memory of chunks stays their giver's, or may be freed once they are written. */
export type ChunkMemory = "borrowed" | "givenAway";

/**
 * A file on its way into the store: gathers chunks, writes them in batches and learns their
 * checksums. While one batch is written, the next is gathered; a third waits. A chunk must not be
 * changed after it was added; one that was given away must not even be read.
 */
export class ReceivedFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #sums: Sums;
  readonly #memory: ChunkMemory;
  #batch: Uint8Array[] = [];
  #batched = 0;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(path: string, handle: FileHandle, sums: Sums, memory: ChunkMemory) {
    this.path = path;
    this.#handle = handle;
    this.#sums = sums;
    this.#memory = memory;
  }

  static async create(path: string, memory: ChunkMemory): Promise<ReceivedFile> {
    const sums = await Sums.begin();
    return new ReceivedFile(path, await open(path, "wx", 0o600), sums, memory);
  }

  get size(): number {
    return this.#sums.size;
  }

  /** Takes a chunk; a promise means that the next one should wait for it. */
  add(chunk: Uint8Array): Promise<void> | undefined {
    this.#sums.add(chunk);
    this.#batch.push(chunk);
    this.#batched += chunk.length;
    return this.#batched < BATCH_BYTES ? undefined : this.#flush();
  }

  /** Size and checksums of what was added; nothing may follow. */
  facts(): Facts {
    return this.#sums.facts();
  }

  /** Begins to write what was gathered, as soon as the batch before is written; answers then. */
  #flush(): Promise<void> {
    const [batch, bytes, earlier] = [this.#batch, this.#batched, this.#writing];
    this.#batch = [];
    this.#batched = 0;
    this.#writing = earlier.then(() => this.#write(batch, bytes));
    // A failure is thrown by the next flush and by seal, never as an unhandled one.
    this.#writing.catch(() => {});
    return earlier;
  }

  async #write(batch: Uint8Array[], bytes: number): Promise<void> {
    if (bytes === 0) return;
    const { bytesWritten } = await this.#handle.writev(batch, this.#written);
    if (bytesWritten !== bytes) throw new Error(`wrote ${bytesWritten} of ${bytes} bytes`);
    this.#written += bytes;
    if (this.#memory === "givenAway") batch.forEach(freeMemory);
  }

  /** Brings the file and its facts to the disk; it may be moved into its place then. */
  async seal(log: FactsLog): Promise<{ stat: BigIntStats; facts: Facts }> {
    await this.#flush();
    await this.#writing;
    const facts = this.#sums.facts();
    const stat = await flushWithFacts(this.#handle, log, facts);
    await this.#close();
    return { stat, facts };
  }

  /** Leaves no file behind; of no use once it was moved. */
  async discard(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#close().catch(() => {});
    await unlink(this.path).catch(unlessMissing);
  }

  async #close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#sums[Symbol.dispose]();
    await this.#handle.close();
  }
}

/** Known of an open file without looking at the disk: a call in another thread takes longer. */
const stateOf = ({ fd }: FileHandle): BigIntStats => fstatSync(fd, { bigint: true });

/** Brings a file and its facts to the disk; answers its state there. */
export async function flushWithFacts(
  handle: FileHandle,
  log: FactsLog,
  facts: Facts,
): Promise<BigIntStats> {
  const written = stateOf(handle);
  await Promise.all([handle.sync(), log.append(written, facts)]);
  const stat = stateOf(handle);
  // Some network file systems set the time when they flush.
  if (stat.mtimeNs !== written.mtimeNs) await log.append(stat, facts);
  return stat;
}
