import { FRAME_BYTES } from "@swath/contract/uploads";
import { decompress, init } from "@bokuweb/zstd-wasm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareAlone } from "../testing/prepare-alone.ts";
import type { PreparedObject, SourceSegment } from "../ports/preparer.ts";
import { BrowserClock, BrowserCompressor } from "./browser-ports.ts";
import { browserFile } from "./browser-file.ts";
import { browserPoster } from "./browser-poster.ts";
import { BrowserPreparer } from "./browser-preparer.ts";

const preparer = new BrowserPreparer();
const clock = new BrowserClock();
const { prepare, close } = prepareAlone(preparer, new BrowserCompressor(), clock);

beforeAll(() => init());
afterAll(() => {
  preparer.close();
  close();
  clock.close();
});

/** Bytes that shrink, and that no two chunks share. */
function samples(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = i % 3 === 0 ? state >>> 24 : 7;
  }
  return bytes;
}

function picked(name: string, bytes: Uint8Array<ArrayBuffer>): ReturnType<typeof browserFile> {
  return browserFile(new File([bytes], name), `F/${name}`);
}

const wholeSegment = (
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  zipped: boolean,
): SourceSegment => ({
  file: picked(name, bytes),
  offset: 0,
  length: bytes.length,
  zipped,
});

/** The bytes of a body, as a store receives them. */
async function stored({ body }: PreparedObject): Promise<Uint8Array<ArrayBuffer>> {
  const form = { url: "/form-store/kept", fields: { key: "k" } };
  const { signal } = new AbortController();
  const outcome = await browserPoster.post(form, body, { signal, onSent: () => {} });
  expect(outcome).toEqual({ kind: "stored" });
  const file = (await (await fetch(form.url)).formData()).get("file") as File;
  return new Uint8Array(await file.arrayBuffer());
}

const bytesOf = (base64: string): string =>
  Array.from(atob(base64), (c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");

const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value);

describe("preparing an object in workers", () => {
  test("whole files carry the known checksums of their bytes, and are posted untouched", async () => {
    const segment = wholeSegment("a.jpg", text("123456789"), false);
    const crc = await prepare([segment], "crc32c");
    // CRC-32C("123456789") is E3069283: RFC 3720, appendix B.4.
    expect(crc.checksum).toBe("4waSgw==");
    expect(await stored(crc)).toEqual(text("123456789"));
    // Of one checksum the manifest's hex digits and what travels are two spellings.
    const xxh = await prepare([segment], "xxh128");
    expect(bytesOf(xxh.checksum)).toBe(xxh.segments[0]!.xxh128);
    expect(xxh.segments).toEqual(crc.segments);
    // MD5("123456789") is 25f9e794323b453885f5181f1b624d0b.
    expect((await prepare([segment], "md5")).checksum).toBe("JfnnlDI7RTiF9RgfG2JNCw==");
  });

  test("XXH128 is what another implementation of it finds", async () => {
    const [segment] = (await prepare([wholeSegment("a.jpg", text("Swath"), false)], "crc32c"))
      .segments;
    expect(segment).toEqual({
      storedBytes: 5,
      xxh128: "9111a51558542e4b6e292d0de2cbdecf",
      zipped: false,
    });
  });

  test("a zipped file is stored as one frame for each 8 MB, which decode to the source", async () => {
    const source = samples(2 * FRAME_BYTES + 12_345);
    const prepared = await prepare([wholeSegment("a.range", source, true)], "crc32c");
    const bytes = await stored(prepared);
    expect(bytes.length).toBe(prepared.body.size);
    expect(bytes.length).toBeLessThan(source.length);
    expect(prepared.segments[0]!.storedBytes).toBe(bytes.length);
    expect(frameStarts(bytes).length).toBeGreaterThanOrEqual(3);
    expect(equal(decodeAll(bytes, source.length), source)).toBe(true);
  });

  test("the checksums of a zipped part do not depend on the order in which its chunks are ready", async () => {
    const source = samples(3 * FRAME_BYTES);
    const segment = wholeSegment("a.range", source, true);
    const prepared = await prepare([segment], "md5");
    const again = await preparer.prepareBytes(await stored(prepared), "md5");
    expect(prepared.checksum).toBe(again.checksum);
    const raw = await prepare([{ ...segment, zipped: false }], "md5");
    expect(prepared.segments[0]!.xxh128).toBe(raw.segments[0]!.xxh128);
  });

  test("a bundle holds its files one after the other, each zipped or as it is", async () => {
    const log = samples(5_000);
    const photo = text("as it is");
    const segments = [wholeSegment("a.log", log, true), wholeSegment("b.jpg", photo, false)];
    const prepared = await prepare(segments, "crc32c");
    const bytes = await stored(prepared);
    const [first, second] = prepared.segments;
    expect(first!.storedBytes + second!.storedBytes).toBe(bytes.length);
    expect(equal(decompress(bytes.slice(0, first!.storedBytes)), log)).toBe(true);
    expect(bytes.slice(first!.storedBytes)).toEqual(photo);
    expect(second!.xxh128).not.toBe(first!.xxh128);
    expect((await preparer.prepareBytes(bytes, "crc32c")).checksum).toBe(prepared.checksum);
  });

  test("a part of a larger file that is never compressed is posted as it is", async () => {
    const source = samples(FRAME_BYTES + 500);
    const segment = { ...wholeSegment("a.laz", source, false), offset: 100, length: FRAME_BYTES };
    const prepared = await prepare([segment], "crc32c");
    expect(equal(await stored(prepared), source.slice(100, 100 + FRAME_BYTES))).toBe(true);
  });

  test("a file that is shorter than it was is unreadable, by its name", async () => {
    const segment = { ...wholeSegment("a.range", samples(1000), true), length: 2000 };
    const outcome = prepare([segment], "crc32c");
    await expect(outcome).rejects.toThrow(/unreadable.*F\/a\.range/);
  });

  test("one file among many that is shorter than it was is unreadable, by its name", async () => {
    const segments = Array.from({ length: 300 }, (_, i) =>
      wholeSegment(`${i}.log`, samples(100), true),
    );
    const short = { ...segments[200]!, length: 101 };
    const outcome = prepare(segments.with(200, short), "crc32c");
    await expect(outcome).rejects.toThrow(/unreadable.*F\/200\.log.*100 of 101 bytes/);
  });

  test("small files that are stored as they are stand between those that are not", async () => {
    const segments = Array.from({ length: 9 }, (_, i) =>
      wholeSegment(`${i}.jpg`, text(`file ${i}`), i % 2 === 1),
    );
    const prepared = await prepare(segments, "crc32c");
    const bytes = await stored(prepared);
    let at = 0;
    for (const [i, { storedBytes }] of prepared.segments.entries()) {
      const part = bytes.slice(at, at + storedBytes);
      expect(new TextDecoder().decode(i % 2 === 1 ? decompress(part) : part)).toBe(`file ${i}`);
      at += storedBytes;
    }
  });

  test("five hundred small files are prepared in order", async () => {
    const segments = Array.from({ length: 500 }, (_, i) =>
      wholeSegment(`${i}.log`, text(`file ${i}`), true),
    );
    const prepared = await prepare(segments, "crc32c");
    const bytes = await stored(prepared);
    let at = 0;
    for (const [i, { storedBytes }] of prepared.segments.entries()) {
      const frame = bytes.slice(at, at + storedBytes);
      expect(new TextDecoder().decode(decompress(frame))).toBe(`file ${i}`);
      at += storedBytes;
    }
    expect(at).toBe(bytes.length);
  });
});

function frameStarts(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  for (let i = bytes.indexOf(0x28); i !== -1; i = bytes.indexOf(0x28, i + 1))
    if (bytes[i + 1] === 0xb5 && bytes[i + 2] === 0x2f && bytes[i + 3] === 0xfd) starts.push(i);
  return starts;
}

/** Decodes frame after frame; a false start within a frame is passed over by its failure. */
function decodeAll(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array {
  const starts = [...frameStarts(bytes), bytes.length];
  const whole = new Uint8Array(size);
  let at = 0;
  for (let from = 0; from < starts.length - 1;) {
    let to = from + 1;
    for (;;) {
      try {
        const chunk = decompress(bytes.slice(starts[from], starts[to]));
        whole.set(chunk, at);
        at += chunk.length;
        break;
      } catch {
        to++;
        if (to >= starts.length) throw new Error("a frame does not decode");
      }
    }
    from = to;
  }
  return whole;
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
