import { type BigIntStats, fstatSync } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { type Hasher, takeHasher } from "../hashing/xxh128.ts";
import { freeMemory } from "../memory/free-memory.ts";
import { DirectOutput } from "./direct-output.ts";
import type { FactsLog } from "./facts-log.ts";
import { type Facts, unlessMissing } from "./facts.ts";
import type { ChunkMemory, Output, WriteSemaphore, Writing } from "./output.ts";

/**
 * Learns size and checksum of bytes as they pass, or only the size where the checksum is computed
 * elsewhere. Disposing of it gives its hasher back.
 */
export class Sums {
  size = 0;
  readonly #hasher: Hasher | undefined;
  readonly #xxh128: () => string;
  #facts: Facts | undefined;

  private constructor(hasher: Hasher | undefined, xxh128: () => string) {
    this.#hasher = hasher;
    this.#xxh128 = xxh128;
  }

  /** `xxh128` answers the checksum, hex, at the end. */
  static async begin(xxh128?: () => string): Promise<Sums> {
    if (xxh128 !== undefined) return new Sums(undefined, xxh128);
    const hasher = await takeHasher();
    return new Sums(hasher, () => hasher.digest());
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.length;
    this.#hasher?.update(chunk);
  }

  /** Of all bytes, the checksum in hex; none may follow. */
  facts(): Facts {
    this.#facts ??= { size: this.size, xxh128: this.#xxh128() };
    return this.#facts;
  }

  [Symbol.dispose](): void {
    this.#hasher?.[Symbol.dispose]();
  }
}

/** Chunks are gathered to this many bytes and written by one call. */
const BATCH_BYTES = 2_097_152;
/** Shorter batches, where other files wait to be written: of each so much is in memory. */
const SHORT_BATCH_BYTES = 262_144;

/**
 * Writes in batches of chunks. While one batch is written, the next is gathered; a third waits. Where
 * batches take turns with those of other files, none is gathered while one waits.
 */
class BatchedOutput implements Output {
  readonly #handle: FileHandle;
  readonly #memory: ChunkMemory;
  readonly #turns: WriteSemaphore | undefined;
  #batch: Uint8Array[] = [];
  #batched = 0;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();

  /** The handle stays its opener's. */
  constructor(handle: FileHandle, { memory, turns }: Writing) {
    this.#handle = handle;
    this.#memory = memory;
    this.#turns = turns;
  }

  add(chunk: Uint8Array): Promise<void> | undefined {
    this.#batch.push(chunk);
    this.#batched += chunk.length;
    const enough = this.#turns?.areAwaited() === true ? SHORT_BATCH_BYTES : BATCH_BYTES;
    return this.#batched < enough ? undefined : this.#flush();
  }

  async written(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {});
  }

  /** Begins to write what was gathered, as soon as the batch before is written; answers then. */
  #flush(): Promise<void> {
    const [batch, bytes, earlier] = [this.#batch, this.#batched, this.#writing];
    if (bytes === 0) return earlier;
    this.#batch = [];
    this.#batched = 0;
    const write = (): Promise<void> => this.#write(batch, bytes);
    this.#writing = earlier.then(() => this.#turns?.run(bytes, write) ?? write());
    // A failure is thrown by the next flush and by written, never as an unhandled one.
    this.#writing.catch(() => {});
    return this.#turns === undefined ? earlier : this.#writing;
  }

  async #write(batch: Uint8Array[], bytes: number): Promise<void> {
    const { bytesWritten } = await this.#handle.writev(batch, this.#written);
    if (bytesWritten !== bytes) throw new Error(`wrote ${bytesWritten} of ${bytes} bytes`);
    this.#written += bytes;
    if (this.#memory === "givenAway") batch.forEach(freeMemory);
  }
}

/** From this size on a file may be written past the page cache. */
export const DIRECT_BYTES = 16_777_216;

interface Opened {
  readonly path: string;
  readonly handle: FileHandle;
  readonly output: Output;
  readonly sums: Sums;
  readonly modified: Date | undefined;
}

/** How a file is received. */
export interface Receiving extends Writing {
  /** How long it will be, where it may be written past the page cache. */
  readonly size?: number;
  /** Its XXH128, hex, where it is computed elsewhere; known once all was added. */
  readonly xxh128?: () => string;
  /** The time that it is to bear, where that is not now. */
  readonly modified?: Date;
}

/** What a time in seconds may lose as a fraction, s: without it a millisecond could become the one before. */
const HALF_MILLISECOND = 0.0005;

/**
 * A file on its way into the store: writes chunks and learns their checksums. A chunk must not be
 * changed after it was added; one that was given away must not even be read.
 */
export class ReceivedFile {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #output: Output;
  readonly #sums: Sums;
  readonly #modified: Date | undefined;
  #closed = false;

  private constructor({ path, handle, output, sums, modified }: Opened) {
    this.#modified = modified;
    this.path = path;
    this.#handle = handle;
    this.#output = output;
    this.#sums = sums;
  }

  static async create(path: string, receiving: Receiving): Promise<ReceivedFile> {
    const { size = 0, xxh128, modified } = receiving;
    const sums = await Sums.begin(xxh128);
    const handle = await open(path, "wx", 0o600);
    const output =
      size < DIRECT_BYTES
        ? new BatchedOutput(handle, receiving)
        : await DirectOutput.open(handle, path, receiving);
    return new ReceivedFile({ path, handle, output, sums, modified });
  }

  get size(): number {
    return this.#sums.size;
  }

  /** Takes a chunk; a promise means that the next one should wait for it. */
  add(chunk: Uint8Array): Promise<void> | undefined {
    this.#sums.add(chunk);
    return this.#output.add(chunk);
  }

  /** Size and checksums of what was added; nothing may follow. */
  facts(): Facts {
    return this.#sums.facts();
  }

  /** Settles once all that was added is written. */
  written(): Promise<void> {
    return this.#output.written();
  }

  /** Brings the file and its facts to the disk; it may be moved into its place then. */
  async seal(log: FactsLog): Promise<{ stat: BigIntStats; facts: Facts }> {
    await this.written();
    const facts = this.#sums.facts();
    if (this.#modified !== undefined) {
      const seconds = this.#modified.getTime() / 1_000 + HALF_MILLISECOND;
      await this.#handle.utimes(seconds, seconds);
    }
    const stat = await flushWithFacts(this.#handle, log, facts);
    await this.#close();
    return { stat, facts };
  }

  /** Leaves no file behind; of no use once it was moved. */
  async discard(): Promise<void> {
    await this.#close().catch(() => {});
    await unlink(this.path).catch(unlessMissing);
  }

  async #close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#sums[Symbol.dispose]();
    await this.#output.close();
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
