import { promisify } from "node:util";
import {
  createZstdDecompress,
  type ZstdDecompress,
  zstdDecompress,
  zstdDecompressSync,
} from "node:zlib";
import { freeMemory } from "../memory/free-memory.ts";
import { BadFrame } from "./bad-frame.ts";
import { FrameReader } from "./frame-reader.ts";

const FIRST_BYTES = 65_536;
/** Memory of streams that ended; each has at most what its longest frame took. */
const MOST_IDLE = 4;
const idle: ByteBuffer[] = [];

/** Slices of a stream, copied into one run: each of them is gone when the next is read. */
class ByteBuffer {
  length = 0;
  #memory: Buffer = Buffer.alloc(0);

  /** Copies a slice behind the others; `expected` is how many bytes may come in all. */
  add(slice: Uint8Array, expected = 0): void {
    const length = this.length + slice.length;
    if (length > this.#memory.length) this.#grow(Math.max(length, expected));
    this.#memory.set(slice, this.length);
    this.length = length;
  }

  /** What was gathered, in memory of its own; begins anew. */
  take(): Buffer {
    const taken = this.view();
    this.#memory = Buffer.alloc(0);
    this.length = 0;
    return taken;
  }

  /** What was gathered, valid until it begins anew. */
  view(): Buffer {
    return this.#memory.subarray(0, this.length);
  }

  /** Begins anew in the same memory. */
  clear(): void {
    this.length = 0;
  }

  free(): void {
    freeMemory(this.#memory);
  }

  /**
   * Begins in memory that stays when a stream ends: what comes and goes counts for the garbage
   * collector, which marks the whole heap where 64 MB more are in use than were before.
   */
  static take(): ByteBuffer {
    return idle.pop() ?? new ByteBuffer();
  }

  /** It must not be used any more. */
  static giveBack(gathered: ByteBuffer): void {
    gathered.clear();
    if (idle.length < MOST_IDLE) idle.push(gathered);
    else gathered.free();
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, length, 2 * this.#memory.length));
    larger.set(this.view());
    freeMemory(this.#memory);
    this.#memory = larger;
  }
}

export interface DecodeBounds {
  /** Most bytes that all frames together decode to. */
  readonly maxOutput: number;
  /** Most bytes of memory that a frame may require of its decoder. */
  readonly maxWindow: number;
  /** Whether the source's chunks are given away: their memory is freed once they were read. */
  readonly freesSource?: boolean;
}

/** A frame of up to this many bytes that decodes to no more than so many is decoded by one call. */
const WHOLE_BYTES = 9_437_184;
/** Up to this many bytes, decoding takes less than handing the work to another thread. */
const AT_ONCE_BYTES = 262_144;
/** A native decoder is handed at least so many bytes at once, and hands out up to so many. */
const INPUT_BYTES = 65_536;
const OUTPUT_BYTES = 1_048_576;

const decodeElsewhere = promisify(zstdDecompress);

/**
 * Decodes concatenated Zstandard frames (RFC 8878), one native decoder for each: Node's own stops
 * after the first. Nothing is decoded ahead of the reader, and nothing beyond the bounds. What it
 * yields is the reader's own, memory and all. Throws {@link BadFrame} for bytes that are not whole,
 * valid frames; errors of the source pass through.
 */
export async function* decodeFrames(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bounds: DecodeBounds,
): AsyncGenerator<Buffer> {
  let left = bounds.maxOutput;
  const reader = new FrameReader(
    source,
    ({ windowBytes, contentBytes }) => {
      if (windowBytes > bounds.maxWindow) throw new BadFrame("windowTooLarge");
      if (contentBytes !== undefined && contentBytes > left) throw new BadFrame("outputTooLarge");
    },
    bounds.freesSource === true,
  );
  const gathered = ByteBuffer.take();
  try {
    for (;;) {
      const start = await readStart(reader, gathered);
      if (start === undefined) return;
      for await (const output of decodeFrame(reader, start, left)) {
        left -= output.length;
        if (left < 0) throw new BadFrame("outputTooLarge");
        yield output;
      }
    }
  } finally {
    ByteBuffer.giveBack(gathered);
    reader.close();
  }
}

interface FrameStart {
  /** Valid until the next frame is read. */
  readonly bytes: Buffer;
  /** What the frame says it decodes to. */
  readonly contentBytes: number | undefined;
  /** The most that `bytes` can decode to. */
  readonly outputBound: number;
  /** Whether `bytes` is all of the frame. */
  readonly ends: boolean;
  readonly isLarge: boolean;
}

/** Reads a frame whole where it is small, or as far as is known that it is not. */
async function readStart(
  reader: FrameReader,
  gathered: ByteBuffer,
): Promise<FrameStart | undefined> {
  gathered.clear();
  for (;;) {
    const slice = await reader.next();
    if (slice === undefined) return undefined;
    if (reader.isSkipping) {
      gathered.clear();
      continue;
    }
    const { header, outputBound } = reader;
    const bytes = gathered.length + slice.bytes.length;
    const isLarge = bytes > WHOLE_BYTES || outputBound > WHOLE_BYTES;
    const isCopy = gathered.length > 0 || !slice.ends || isLarge;
    // Frames that gain from compression are shorter than what they decode to.
    if (isCopy) gathered.add(slice.bytes, Math.min(header?.contentBytes ?? 0, WHOLE_BYTES));
    if (header === undefined || (!slice.ends && !isLarge)) continue;
    return {
      bytes: isCopy ? gathered.view() : slice.bytes,
      contentBytes: header.contentBytes,
      outputBound,
      ends: slice.ends,
      isLarge,
    };
  }
}

async function* decodeFrame(
  reader: FrameReader,
  start: FrameStart,
  limit: number,
): AsyncGenerator<Buffer> {
  let decoded = 0;
  const outputs = start.isLarge ? decodeStream(reader, start) : [await decodeWhole(start, limit)];
  for await (const output of outputs) {
    decoded += output.length;
    if (output.length > 0) yield output;
  }
  if (start.contentBytes !== undefined && decoded !== start.contentBytes)
    throw new BadFrame("corrupt");
}

async function decodeWhole(start: FrameStart, limit: number): Promise<Buffer> {
  const bound = Math.min(limit, start.outputBound);
  // A byte more than comes out: a buffer that gets full makes the decoder begin another.
  const options = { maxOutputLength: Math.max(1, bound), chunkSize: Math.max(64, bound + 1) };
  try {
    if (start.bytes.length + bound <= AT_ONCE_BYTES)
      return zstdDecompressSync(start.bytes, options);
    return await decodeElsewhere(start.bytes, options);
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw new BadFrame(isTooLarge && bound === limit ? "outputTooLarge" : "corrupt", { cause });
  }
}

async function* decodeStream(reader: FrameReader, start: FrameStart): AsyncGenerator<Buffer> {
  const decoder = createZstdDecompress({ chunkSize: OUTPUT_BYTES });
  let fault: unknown;
  const feeding = feed(decoder, reader, start).catch((error: unknown) => {
    fault = error;
    decoder.destroy(error as Error);
  });
  try {
    // A decoder goes on in the rest of a buffer of which it handed out a part.
    for await (const output of decoder) yield Buffer.concat([output as Buffer]);
  } catch (cause) {
    throw fault ?? new BadFrame("corrupt", { cause });
  } finally {
    decoder.destroy();
  }
  await feeding;
}

/** Hands a frame to its decoder, as fast as that is read; what comes in crumbs is gathered first. */
async function feed(
  decoder: ZstdDecompress,
  reader: FrameReader,
  start: FrameStart,
): Promise<void> {
  const gathered = new ByteBuffer();
  gathered.add(start.bytes);
  let { ends } = start;
  while (!decoder.destroyed) {
    if (ends || gathered.length >= INPUT_BYTES) {
      const hasRoom = decoder.write(gathered.take());
      if (ends) break;
      if (!hasRoom) await roomIn(decoder);
    }
    // The reader is within a frame: it ends by throwing, never by running out.
    const slice = (await reader.next())!;
    gathered.add(slice.bytes);
    ({ ends } = slice);
  }
  decoder.end();
}

function roomIn(decoder: ZstdDecompress): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      decoder.off("drain", settle);
      decoder.off("close", settle);
      resolve();
    };
    decoder.on("drain", settle);
    decoder.on("close", settle);
    if (decoder.destroyed) settle();
  });
}
