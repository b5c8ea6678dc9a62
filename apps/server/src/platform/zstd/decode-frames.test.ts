import { constants, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { freeMemory } from "../memory/free-memory.ts";
import { BadFrame } from "./decode-frames.ts";
import { decodeFrames, type DecodeBounds } from "./decode-frames.ts";

const MIB = 1_048_576;
const BOUNDS: DecodeBounds = { maxOutput: 64 * MIB, maxWindow: 8 * MIB };

const made = new Map<string, Buffer>();

/** Text-like bytes that compress, or noise that does not; the same ones each time. */
function bytes(size: number, noisy = false): Buffer {
  const key = `${size} ${noisy}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const all = Buffer.alloc(size);
  let state = size + 1;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    all[i] = noisy ? state >>> 16 : ((i >> 6) & 63) + ((state >>> 28) & 3);
  }
  made.set(key, all);
  return all;
}

/** Bytes that compress to next to nothing: a long frame that is soon read. */
const repeated = (size: number): Buffer => Buffer.alloc(size, "swath");

function frame(content: Buffer, parameters: Record<number, number> = {}): Buffer {
  return zstdCompressSync(content, {
    params: { [constants.ZSTD_c_compressionLevel]: 3, ...parameters },
  });
}
const CHECKSUM = { [constants.ZSTD_c_checksumFlag]: 1 };
const NO_SIZE = { [constants.ZSTD_c_contentSizeFlag]: 0 };

function skippable(content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(0x184d2a53, 0);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}

async function* inChunks(content: Buffer, size = content.length): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function* failing(): AsyncGenerator<Buffer> {
  yield frame(bytes(12 * MIB, true)).subarray(0, 11 * MIB);
  throw new Error("the store went away");
}

async function decode(content: Buffer, chunk?: number, bounds = BOUNDS): Promise<Buffer> {
  const outputs: Buffer[] = [];
  for await (const output of decodeFrames(inChunks(content, chunk), bounds)) outputs.push(output);
  return Buffer.concat(outputs);
}

const fault = async (content: Buffer, bounds = BOUNDS, chunk?: number): Promise<string> => {
  try {
    await decode(content, chunk, bounds);
    return "decoded";
  } catch (error) {
    if (error instanceof BadFrame) return error.reason;
    throw error;
  }
};

describe("frames", () => {
  const streamOf = (contents: readonly Buffer[]): Buffer =>
    Buffer.concat([
      skippable(bytes(11)),
      ...contents.map((content, i) =>
        frame(content, { ...(i % 2 ? CHECKSUM : {}), ...(i % 3 ? NO_SIZE : {}) }),
      ),
      skippable(bytes(0)),
      skippable(bytes(7_000)),
    ]);
  const few = [bytes(0), bytes(1), bytes(100), bytes(3_000, true)];
  const contents = [
    ...few,
    bytes(200_000),
    bytes(300_000, true),
    bytes(2 * MIB + 17),
    bytes(12 * MIB + 17),
    bytes(MIB + 5, true),
  ];
  const stream = streamOf(contents);

  test.each([1, 2, 3, 7])(
    "in chunks of %s bytes decode to what they hold, wherever a chunk ends",
    async (chunk) => {
      // Every way to decode, raw blocks of the largest size included, in few stored bytes.
      const small = [...few, bytes(140_000, true), repeated(2 * MIB + 17), repeated(12 * MIB + 17)];
      expect((await decode(streamOf(small), chunk)).equals(Buffer.concat(small))).toBe(true);
    },
  );

  test.each([777, 65_536, undefined])(
    "in chunks of %s bytes decode to what they hold, one after the other",
    async (chunk) => {
      expect((await decode(stream, chunk)).equals(Buffer.concat(contents))).toBe(true);
    },
  );

  test.each([1000, 65_536, 4 * MIB])(
    "in chunks of %s bytes that are given away decode alike, and free them",
    async (chunk) => {
      const many = Buffer.concat([
        stream,
        frame(bytes(9 * MIB, true)),
        frame(bytes(12 * MIB, true)),
      ]);
      const given: Buffer[] = [];
      async function* source(): AsyncGenerator<Buffer> {
        for await (const part of inChunks(many, chunk)) {
          given.push(Buffer.from(Uint8Array.from(part).buffer));
          yield given.at(-1)!;
        }
      }
      const outputs: Buffer[] = [];
      const bounds = { ...BOUNDS, freesSource: true };
      for await (const output of decodeFrames(source(), bounds)) outputs.push(output);
      const large = [bytes(9 * MIB, true), bytes(12 * MIB, true)];
      expect(Buffer.concat(outputs).equals(Buffer.concat([...contents, ...large]))).toBe(true);
      expect(given.every(({ byteLength }) => byteLength === 0)).toBe(true);
    },
  );

  test("a large one's outputs may each be freed once they were read", async () => {
    const content = bytes(12 * MIB + 17);
    const decoded: Buffer[] = [];
    for await (const output of decodeFrames(inChunks(frame(content), 65_536), BOUNDS)) {
      decoded.push(Buffer.from(output));
      freeMemory(output);
    }
    expect(Buffer.concat(decoded).equals(content)).toBe(true);
  });

  test("may be longer than what they hold could ever need", async () => {
    const content = bytes(1_000, true);
    const header = Buffer.from("28b52ffd60e802", "hex"); // Single segment, 256 + 744 bytes.
    const blocks = Array.from(content, (byte, at) =>
      Buffer.of((1 << 3) | Number(at === content.length - 1), 0, 0, byte),
    );
    const long = Buffer.concat([header, ...blocks]);
    for (const chunk of [100, 2_000, undefined])
      expect((await decode(Buffer.concat([long, long]), chunk)).length).toBe(2_000);
    expect(await fault(long.subarray(0, -1), BOUNDS, 100)).toBe("truncated");
  });

  test("of no bytes decode to nothing", async () => {
    expect(await decode(Buffer.alloc(0))).toEqual(Buffer.alloc(0));
  });

  test("are not decoded ahead of who reads them", async () => {
    const one = frame(bytes(12 * MIB, true));
    let asked = 0;
    async function* source(): AsyncGenerator<Buffer> {
      for (; asked < 100; asked++) yield one;
    }
    const decoded = decodeFrames(source(), { maxOutput: 1024 * MIB, maxWindow: 8 * MIB });
    await decoded.next();
    // Meanwhile others are decoded whole.
    for (let other = 0; other < 3; other += 1) await decode(one);
    expect(asked).toBeLessThan(3);
    await decoded.return(undefined);
  });

  test("let go of their source when the reader leaves", async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Buffer> {
      try {
        for (;;) yield frame(bytes(1000));
      } finally {
        closed = true;
      }
    }
    for await (const output of decodeFrames(source(), BOUNDS)) {
      expect(output.length).toBe(1000);
      break;
    }
    expect(closed).toBe(true);
  });

  test("pass on what their source throws", async () => {
    const reading = (async () => {
      for await (const _ of decodeFrames(failing(), BOUNDS));
    })();
    await expect(reading).rejects.toThrow("the store went away");
  });
});

describe("bytes that are no sound frames", () => {
  const small = frame(bytes(1000), CHECKSUM);
  const large = frame(bytes(12 * MIB, true), CHECKSUM);

  test.each([
    ["a small frame", small],
    ["a large frame", large],
    ["a skippable frame", skippable(bytes(100))],
  ])("%s cut short anywhere is truncated", async (_, whole) => {
    const step = Math.max(1, Math.floor(whole.length / 9));
    for (let end = 1; end < whole.length; end += step)
      expect(await fault(Buffer.concat([small, whole.subarray(0, end)]))).toBe("truncated");
    expect(await fault(whole.subarray(0, -1), BOUNDS, 1000)).toBe("truncated");
  });

  test("junk behind a frame, or in place of one, is no frame", async () => {
    expect(await fault(Buffer.concat([small, Buffer.from("junk")]))).toBe("notAFrame");
    expect(await fault(Buffer.concat([large, Buffer.alloc(64)]))).toBe("notAFrame");
    expect(await fault(Buffer.from("PK\u0003\u0004 is a zip"))).toBe("notAFrame");
  });

  test("a frame with a changed checksum is corrupt", async () => {
    for (const whole of [small, large]) {
      const changed = Buffer.from(whole);
      changed[changed.length - 1]! ^= 1;
      expect(await fault(changed)).toBe("corrupt");
    }
  });

  test("a frame that needs a dictionary is refused", async () => {
    // Single segment, a dictionary identifier of one byte, one byte of content size.
    expect(await fault(Buffer.from("28b52ffd2107050100000000", "hex"))).toBe("needsDictionary");
  });

  test("a reserved bit or block type is refused", async () => {
    expect(await fault(Buffer.from("28b52ffd280001000000", "hex"))).toBe("reservedBit");
    expect(await fault(Buffer.from("28b52ffd2001070000ff", "hex"))).toBe("corrupt");
  });

  test("a block larger than its frame's window is refused", async () => {
    const header = Buffer.alloc(3);
    header.writeUIntLE(1 | (200_000 << 3), 0, 3);
    const whole = Buffer.concat([Buffer.from("28b52ffd0058", "hex"), header, bytes(200_000)]);
    expect(await fault(whole)).toBe("corrupt");
  });
});

describe("bounds", () => {
  test("on the window refuse a frame that asks for more, before it is decoded", async () => {
    const params = { [constants.ZSTD_c_windowLog]: 24, ...NO_SIZE };
    const wide = frame(repeated(20 * MIB), params);
    expect(await fault(wide)).toBe("windowTooLarge");
    expect(await fault(wide, { maxOutput: 20 * MIB, maxWindow: 16 * MIB })).toBe("decoded");
  });

  test("on the output refuse a frame that announces more, before it is decoded", async () => {
    // A header that claims 10 GB in a window of 1 MiB, with no block behind it.
    const header = Buffer.concat([Buffer.from("28b52ffdc050", "hex"), Buffer.alloc(8)]);
    header.writeBigUInt64LE(10_000_000_000n, 6);
    expect(await fault(header)).toBe("outputTooLarge");
  });

  test("on the output stop a bomb that announces nothing, whatever it could decode to", async () => {
    // Blocks of 128 KiB of zeros in four bytes each: 10 GB in 300 KB.
    const block = Buffer.alloc(4);
    block.writeUIntLE((1 << 1) | (131_072 << 3), 0, 3);
    const bomb = Buffer.concat([
      Buffer.from("28b52ffd0050", "hex"),
      ...Array.from({ length: 76_294 }, () => block),
    ]);
    let seen = 0;
    const reading = (async () => {
      for await (const output of decodeFrames(inChunks(bomb, 65_536), BOUNDS))
        seen += output.length;
    })();
    await expect(reading).rejects.toMatchObject({ reason: "outputTooLarge" });
    expect(seen).toBeLessThanOrEqual(BOUNDS.maxOutput);
  });

  test("on the output count all frames together, to the byte", async () => {
    for (const size of [500, 600_000, 3 * MIB, 12 * MIB]) {
      const content = repeated(size);
      const two = Buffer.concat([frame(content, NO_SIZE), frame(content)]);
      const bound = (maxOutput: number): DecodeBounds => ({ ...BOUNDS, maxOutput });
      expect(await fault(two, bound(2 * size))).toBe("decoded");
      expect(await fault(two, bound(2 * size - 1))).toBe("outputTooLarge");
      expect(await fault(two, bound(size - 1))).toBe("outputTooLarge");
    }
  });
});

describe("whatever comes", () => {
  const content = fc.tuple(fc.nat(60_000), fc.boolean()).map(([size, noisy]) => bytes(size, noisy));
  const parameters = fc.record({
    [constants.ZSTD_c_checksumFlag]: fc.nat(1),
    [constants.ZSTD_c_contentSizeFlag]: fc.nat(1),
    [constants.ZSTD_c_windowLog]: fc.integer({ min: 10, max: 20 }),
  });
  const chunk = fc.integer({ min: 1, max: 5_000 });

  test("frames come back as they were", async () => {
    const frames = fc.array(fc.tuple(content, parameters), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(frames, chunk, async (parts, size) => {
        const stream = Buffer.concat(parts.map(([part, options]) => frame(part, options)));
        const whole = Buffer.concat(parts.map(([part]) => part));
        expect((await decode(stream, size)).equals(whole)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test("changed bytes end in an error or in bounds, never in a crash or a hang", async () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(content, parameters, changes, chunk, async (part, options, flips, size) => {
        const stream = Buffer.concat([frame(part, options), frame(part, CHECKSUM)]);
        for (const [at, value] of flips) stream[at % stream.length] = value;
        const bounds = { maxOutput: 2 * part.length, maxWindow: 2 * MIB };
        const decoded = await decode(stream, size, bounds).catch((error: unknown) => {
          if (error instanceof BadFrame) return Buffer.alloc(0);
          throw error;
        });
        expect(decoded.length).toBeLessThanOrEqual(bounds.maxOutput);
      }),
      { numRuns: 60 },
    );
  });

  test("noise is never decoded", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 400 }),
        chunk,
        async (noise, size) => {
          const magic = Buffer.from("28b52ffd", "hex");
          const stream = Buffer.concat([magic, noise]);
          const bounds = { maxOutput: 10_000, maxWindow: MIB };
          const decoded = await decode(stream, size, bounds).catch((error: unknown) => {
            if (error instanceof BadFrame) return Buffer.alloc(0);
            throw error;
          });
          expect(decoded.length).toBeLessThanOrEqual(bounds.maxOutput);
        },
      ),
      { numRuns: 200 },
    );
  });
});
