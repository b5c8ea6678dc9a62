import {
  createZstdDecompress,
  type ZstdDecompress,
  zstdDecompress,
  zstdDecompressSync,
} from "node:zlib";
import { promisify } from "node:util";
import { BadFrame } from "./bad-frame.ts";
import { FrameReader } from "./frame-reader.ts";

export interface DecodeBounds {
  /** Most bytes that all frames together decode to. */
  readonly maxOutput: number;
  /** Most bytes of memory that a frame may ask of its decoder. */
  readonly maxWindow: number;
}

/** A frame of up to this many bytes that decodes to no more than so many is decoded by one call. */
const WHOLE_BYTES = 1_048_576;
/** Up to this many bytes, decoding takes less than handing the work to another thread. */
const AT_ONCE_BYTES = 32_768;
/** A native decoder is handed at least so many bytes at once, and hands out up to so many. */
const INPUT_BYTES = 65_536;
const OUTPUT_BYTES = 1_048_576;

const decodeElsewhere = promisify(zstdDecompress);

/**
 * Decodes concatenated Zstandard frames (RFC 8878), one native decoder for each: Node's own stops
 * after the first. Nothing is decoded ahead of the reader, and nothing beyond the bounds. Throws
 * {@link BadFrame} for bytes that are not whole, sound frames; errors of the source pass through.
 */
export async function* decodeFrames(
  source: AsyncIterable<Uint8Array>,
  bounds: DecodeBounds,
): AsyncGenerator<Buffer> {
  let left = bounds.maxOutput;
  const reader = new FrameReader(source, ({ windowBytes, contentBytes }) => {
    if (windowBytes > bounds.maxWindow) throw new BadFrame("windowTooLarge");
    if (contentBytes !== undefined && contentBytes > left) throw new BadFrame("outputTooLarge");
  });
  try {
    for (;;) {
      const start = await readStart(reader);
      if (start === undefined) return;
      for await (const output of decodeFrame(reader, start, left)) {
        left -= output.length;
        if (left < 0) throw new BadFrame("outputTooLarge");
        yield output;
      }
    }
  } finally {
    reader.close();
  }
}

interface FrameStart {
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
async function readStart(reader: FrameReader): Promise<FrameStart | undefined> {
  const slices: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const slice = await reader.next();
    if (slice === undefined) return undefined;
    if (reader.isSkipping) {
      slices.length = 0;
      bytes = 0;
      continue;
    }
    slices.push(slice.bytes);
    bytes += slice.bytes.length;
    const { header } = reader;
    const isLarge = bytes > WHOLE_BYTES || reader.outputBound > WHOLE_BYTES;
    if (header !== undefined && (slice.ends || isLarge))
      return {
        bytes: joined(slices, bytes),
        contentBytes: header.contentBytes,
        outputBound: reader.outputBound,
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
  const options = { maxOutputLength: Math.max(1, bound), chunkSize: Math.max(64, bound) };
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
    for await (const output of decoder) yield output as Buffer;
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
  let gathered = [start.bytes];
  let bytes = start.bytes.length;
  let { ends } = start;
  while (!decoder.destroyed) {
    if (ends || bytes >= INPUT_BYTES) {
      const hasRoom = decoder.write(joined(gathered, bytes));
      if (ends) break;
      if (!hasRoom) await roomIn(decoder);
      gathered = [];
      bytes = 0;
    }
    // The reader is within a frame: it ends by throwing, never by running out.
    const slice = (await reader.next())!;
    gathered.push(slice.bytes);
    bytes += slice.bytes.length;
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

/** Most often there is but one: it is not copied. */
function joined(slices: readonly Buffer[], bytes: number): Buffer {
  return slices.length === 1 ? slices[0]! : Buffer.concat(slices, bytes);
}
