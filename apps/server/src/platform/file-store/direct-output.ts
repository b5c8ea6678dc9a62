import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { freeMemory } from "../memory/free-memory.ts";
import { codeOf } from "../system.ts";
import type { Output, WriteSemaphore, Writing } from "./output.ts";

/** What is read or written by one call. */
const MEMORY_BYTES = 4_194_304;
/** Offsets and lengths are multiples of it: no disk has larger blocks. */
export const BLOCK_BYTES = 65_536;
/** Memories that were given back which are kept for the next. */
const MOST_IDLE = 8;
const idle: Uint8Array[] = [];

/** V8 has a resizable buffer begin with a page of memory, as a disk wants that takes bytes from it. */
export const newMemory = (): Uint8Array =>
  new Uint8Array(new ArrayBuffer(MEMORY_BYTES, { maxByteLength: MEMORY_BYTES }));

/** Memory to go past the page cache with; give it back after use. */
export const takeMemory = (): Uint8Array => idle.pop() ?? newMemory();

export function giveMemoryBack(...memories: readonly Uint8Array[]): void {
  for (const memory of memories) if (idle.length < MOST_IDLE) idle.push(memory);
}

/**
 * An open file whose whole blocks go past the kernel's page cache (O_DIRECT): through the cache where the
 * file system or the disk has no such way.
 */
export class DirectFile {
  readonly #handle: FileHandle;
  #direct: FileHandle | undefined;

  /** `handle` stays its opener's, `direct` does not. */
  constructor(handle: FileHandle, direct: FileHandle | undefined) {
    this.#handle = handle;
    this.#direct = direct;
  }

  /** Reads or writes by one call; past the cache where that is of whole blocks. */
  async through<T>(isWhole: boolean, call: (handle: FileHandle) => Promise<T>): Promise<T> {
    const handle = isWhole ? (this.#direct ?? this.#handle) : this.#handle;
    try {
      return await call(handle);
    } catch (error) {
      if (handle !== this.#direct || codeOf(error) !== "EINVAL") throw error;
      // The disk exchanges nothing with this memory.
      await this.close();
      return call(this.#handle);
    }
  }

  async close(): Promise<void> {
    await this.#direct?.close();
    this.#direct = undefined;
  }
}

interface Memories {
  filling: Uint8Array;
  writing: Uint8Array;
}

/**
 * Writes a large file from memory that stays, past the kernel's page cache (O_DIRECT): in the cache
 * each 4 kB take a new page, which costs the processor more than all else that is done to them, and
 * several times that on a virtual machine whose host must give the page first. An end that is no whole
 * block goes through the cache. While one memory is written, the other is filled.
 */
export class DirectOutput implements Output {
  readonly #file: DirectFile;
  readonly #isGiven: boolean;
  readonly #turns: WriteSemaphore | undefined;
  readonly #memories: Memories;
  #held = 0;
  #written = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: DirectFile, { memory, turns }: Writing, memories: Memories) {
    this.#file = file;
    this.#isGiven = memory === "givenAway";
    this.#turns = turns;
    this.#memories = memories;
  }

  /** `handle` is of the file at `path` and stays its opener's. */
  static async open(
    handle: FileHandle,
    path: string,
    writing: Writing,
    take: () => Uint8Array = takeMemory,
  ): Promise<DirectOutput> {
    // Windows and macOS have no such flag, some file systems refuse it.
    const direct = await open(path, constants.O_WRONLY | (constants.O_DIRECT ?? 0)).catch(
      () => undefined,
    );
    const memories = { filling: take(), writing: take() };
    return new DirectOutput(new DirectFile(handle, direct), writing, memories);
  }

  async add(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const { filling } = this.#memories;
      const taken = chunk.subarray(at, at + filling.length - this.#held);
      filling.set(taken, this.#held);
      this.#held += taken.length;
      at += taken.length;
      if (this.#held === filling.length) await this.#flush();
    }
    if (this.#isGiven) freeMemory(chunk);
  }

  async written(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => {});
    giveMemoryBack(this.#memories.filling, this.#memories.writing);
    await this.#file.close();
  }

  /** Begins to write what was gathered, as soon as what came before is written; answers then. */
  async #flush(): Promise<void> {
    await this.#writing;
    const { filling, writing } = this.#memories;
    const bytes = filling.subarray(0, this.#held);
    const write = (): Promise<void> => this.#write(bytes);
    this.#writing = this.#turns?.run(bytes.length, write) ?? write();
    // A failure is thrown by the next flush and by written, never as an unhandled one.
    this.#writing.catch(() => {});
    Object.assign(this.#memories, { filling: writing, writing: filling });
    this.#held = 0;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const blocks = bytes.length - (bytes.length % BLOCK_BYTES);
    for (let at = 0; at < bytes.length;) {
      const some = bytes.subarray(at, at < blocks ? blocks : bytes.length);
      const isWhole = (this.#written | some.length) % BLOCK_BYTES === 0;
      const { bytesWritten } = await this.#file.through(isWhole, (handle) =>
        handle.write(some, 0, some.length, this.#written),
      );
      this.#written += bytesWritten;
      at += bytesWritten;
    }
  }
}
