import { promisify } from "node:util";
import {
  constants,
  createZstdDecompress,
  type ZstdDecompress,
  zstdDecompress,
  zstdDecompressSync,
  type ZstdOptions,
} from "node:zlib";
import { zstdBound } from "@swath/contract/uploads";
import { freeMemory } from "../memory/free-memory.ts";
import { codeOf } from "../system.ts";

/** Why bytes are no sound frames, by the decoder's own codes; any other code is `corrupt`. */
const FAULTS = {
  ZSTD_error_prefix_unknown: "notAFrame",
  Z_BUF_ERROR: "truncated",
  ZSTD_error_frameParameter_unsupported: "reservedBit",
  ZSTD_error_dictionary_wrong: "needsDictionary",
  ZSTD_error_frameParameter_windowTooLarge: "windowTooLarge",
} as const;
type FrameFault = (typeof FAULTS)[keyof typeof FAULTS] | "outputTooLarge" | "corrupt";

/** Compressed bytes that will never decode. */
export class BadFrame extends Error {
  override readonly name = "BadFrame";
  readonly reason: FrameFault;

  constructor(reason: FrameFault, options?: { cause?: unknown }) {
    super(`not a sound Zstandard frame: ${reason}`, options);
    this.reason = reason;
  }

  static of(cause: unknown): BadFrame {
    return new BadFrame(FAULTS[codeOf(cause) as keyof typeof FAULTS] ?? "corrupt", { cause });
  }
}

export interface DecodeBounds {
  /** Most bytes that all frames together decode to. */
  readonly maxOutput: number;
  /** Most bytes of memory that a frame may require of its decoder; a power of two. */
  readonly maxWindow: number;
  /** Whether the source's chunks are given away: each one's memory is freed once it was read. */
  readonly freesSource?: boolean;
}

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A frame that announces up to this many bytes is decoded by one call, into one buffer. */
const WHOLE_BYTES = 9_437_184;
/** Up to this many bytes, decoding takes less time than handing the work to another thread. */
const AT_ONCE_BYTES = 262_144;
/** A streaming decoder takes and returns up to this many bytes at once. */
const STREAM_BYTES = 1_048_576;
/** What a streaming decoder is fed at least, while there is more. */
const LEAST_FED_BYTES = 65_536;

/**
 * Decodes concatenated Zstandard frames (RFC 8878). Node's decoder stops after a frame and tells how
 * many bytes it took, so that the next frame begins there. Nothing is decoded ahead of the reader,
 * and nothing beyond the bounds. What it yields is the reader's own, memory and all. Throws
 * {@link BadFrame} for bytes that are not whole, valid frames; errors of the source pass through.
 */
export async function* decodeFrames(source: Source, bounds: DecodeBounds): AsyncGenerator<Buffer> {
  const params = { [constants.ZSTD_d_windowLogMax]: Math.log2(bounds.maxWindow) };
  const input = new Input(source, bounds.freesSource === true);
  let left = bounds.maxOutput;
  try {
    while ((await input.fill(LONGEST_HEADER)) > 0) {
      const announced = announcedBytes(input.bytes);
      if (announced !== undefined && announced > left) throw new BadFrame("outputTooLarge");
      const whole = await decodeWhole(input, announced, params);
      for await (const output of whole ?? decodeStream(input, params)) {
        left -= output.length;
        if (left < 0) throw new BadFrame("outputTooLarge");
        if (output.length > 0) yield output;
      }
    }
  } finally {
    input.close();
  }
}

const FRAME_MAGIC = 0xfd2fb528;
/** Magic number, descriptor, window, dictionary, content size. */
const LONGEST_HEADER = 4 + 1 + 1 + 4 + 8;

/** What a frame says it decodes to (RFC 8878, 3.1.1.1); undefined where it does not say. */
function announcedBytes(frame: Buffer): number | undefined {
  if (frame.length < 5 || frame.readUInt32LE(0) !== FRAME_MAGIC) return undefined;
  const descriptor = frame[4]!;
  const isSingle = (descriptor & 0x20) !== 0;
  const size = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  if (size === 0 || frame.length < at + size) return undefined;
  if (size === 8) return Number(frame.readBigUInt64LE(at));
  // Two bytes count from 256, since one byte tells what is less.
  return frame.readUIntLE(at, size) + (size === 2 ? 256 : 0);
}

/** The bytes of a stream that were read and not yet decoded, in one run of memory. */
class Input {
  isEnded = false;
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  readonly #freesChunks: boolean;
  #memory: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;

  constructor(source: Source, freesChunks: boolean) {
    this.#chunks =
      Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
    this.#freesChunks = freesChunks;
  }

  /** Valid until more is read. */
  get bytes(): Buffer {
    return this.#memory.subarray(this.#start, this.#end);
  }

  /** Reads on until there are this many bytes, or the stream ends; returns how many there are. */
  async fill(count: number): Promise<number> {
    while (this.#end - this.#start < count && !this.isEnded) {
      const { done, value } = await this.#chunks.next();
      if (done === true) {
        this.isEnded = true;
        break;
      }
      this.#makeRoom(value.length, count);
      this.#memory.set(value, this.#end);
      this.#end += value.length;
      if (this.#freesChunks) freeMemory(value);
    }
    return this.#end - this.#start;
  }

  consume(count: number): void {
    this.#start += count;
  }

  close(): void {
    freeMemory(this.#memory);
    void Promise.resolve(this.#chunks.return?.()).catch(() => {});
  }

  /** Moves the bytes to the front, into twice the memory they need: each is moved once on average. */
  #makeRoom(more: number, wanted: number): void {
    if (this.#end + more <= this.#memory.length) return;
    const [former, held] = [this.#memory, this.bytes];
    const needed = 2 * Math.max(held.length + more, wanted);
    if (needed > former.length) this.#memory = Buffer.allocUnsafeSlow(needed);
    this.#memory.set(held);
    [this.#start, this.#end] = [0, held.length];
    if (this.#memory !== former) freeMemory(former);
  }
}

const decodeElsewhere = promisify(zstdDecompress);

/** What Node returns with the option `info`, which its types leave out. */
interface Informed {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

/** Decodes a frame that announces few enough bytes; undefined where it must be streamed. */
async function decodeWhole(
  input: Input,
  announced: number | undefined,
  params: ZstdOptions["params"],
): Promise<[Buffer] | undefined> {
  if (announced === undefined || announced > WHOLE_BYTES) return undefined;
  await input.fill(zstdBound(announced));
  // A byte more than comes out: a buffer that gets full makes the decoder begin another.
  const chunkSize = Math.max(64, announced + 1);
  const options = { params, info: true, chunkSize, maxOutputLength: Math.max(1, announced) };
  try {
    const decode = announced <= AT_ONCE_BYTES ? zstdDecompressSync : decodeElsewhere;
    const { buffer, engine } = (await decode(input.bytes, options)) as unknown as Informed;
    input.consume(engine.bytesWritten);
    return [buffer];
  } catch (cause) {
    const fault = BadFrame.of(cause);
    // It may be longer than any frame of this content should be.
    if (fault.reason === "truncated" && !input.isEnded) return undefined;
    throw fault;
  }
}

/** Decodes a frame of any length, and those behind it that begin where the decoder is fed anew. */
async function* decodeStream(input: Input, params: ZstdOptions["params"]): AsyncGenerator<Buffer> {
  const decoder = createZstdDecompress({ chunkSize: STREAM_BYTES, params });
  let failure: unknown;
  const feeding = feed(decoder, input).catch((error: unknown) => {
    failure = error;
    decoder.destroy();
  });
  try {
    // A decoder goes on in the rest of a buffer of which it handed out a part.
    for await (const output of decoder) yield Buffer.concat([output as Buffer]);
  } catch (error) {
    throw failure ?? BadFrame.of(error);
  } finally {
    decoder.destroy();
  }
  await feeding;
}

/** Feeds a decoder until its frame or the stream ends; small chunks are gathered first. */
async function feed(decoder: ZstdDecompress, input: Input): Promise<void> {
  let isHungry = true;
  while (isHungry && !decoder.destroyed && (await input.fill(LEAST_FED_BYTES)) > 0) {
    const bytes = input.bytes.subarray(0, STREAM_BYTES);
    const before = decoder.bytesWritten;
    await write(decoder, bytes);
    const taken = decoder.bytesWritten - before;
    input.consume(taken);
    isHungry = taken === bytes.length;
  }
  decoder.end();
}

/** Settles once the decoder has taken what it wants of some bytes, or is gone. */
function write(decoder: ZstdDecompress, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      decoder.off("close", settle);
      resolve();
    };
    decoder.once("close", settle);
    decoder.write(bytes, settle);
  });
}
