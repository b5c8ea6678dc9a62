import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { zstdDecompressSync } from "node:zlib";
import { diskFile, folderFiles } from "./disk-file.ts";
import { nodeCompressor } from "./node-compressor.ts";
import { nodePreparer } from "./node-preparer.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "swath-disk-file-"));
});
afterEach(() => rmSync(place, { recursive: true }));

test("a folder's files are named from its own name on, links to files too, in order", async () => {
  const folder = join(place, "FL000123_045");
  mkdirSync(join(folder, "b"), { recursive: true });
  writeFileSync(join(folder, "b", "2.laz"), "22");
  writeFileSync(join(folder, "a.log"), "1");
  symlinkSync(join(folder, "a.log"), join(folder, "link.log"));
  symlinkSync(join(folder, "nowhere"), join(folder, "broken"));
  symlinkSync(join(folder, "b"), join(folder, "c"));
  const files = await folderFiles(`${folder}/`);
  expect(files.map(({ path, size }) => [path, size])).toEqual([
    ["FL000123_045/a.log", 1],
    ["FL000123_045/b/2.laz", 2],
    ["FL000123_045/link.log", 1],
  ]);
  expect(Buffer.from(await files[1]!.read(1, 9)).toString()).toBe("2");
});

test.each([
  ["shortened", (file: string) => writeFileSync(file, "123")],
  ["appended to", (file: string) => writeFileSync(file, "123456")],
  ["changed in place", (file: string) => utimesSync(file, 1_000, 1_000)],
  ["deleted", (file: string) => rmSync(file)],
])("a file that was %s after its folder was read is not sent", async (_, change) => {
  const path = join(place, "a.laz");
  writeFileSync(path, "12345");
  const file = await diskFile(path, "F/a.laz");
  change(path);
  const unreadable = { unreadable: "F/a.laz", reason: expect.any(String) };
  const range = { file, offset: 1, length: 3 };
  expect(await nodePreparer.prepareRange(range, "xxh128")).toEqual(unreadable);
  const preparation = nodePreparer.open([{ ...range, zipped: true }], "xxh128");
  expect(await preparation.read()).toEqual(unreadable);
  preparation.close();
});

test("a range of a file is prepared as its bytes, in every wire checksum", async () => {
  const path = join(place, "a.laz");
  writeFileSync(path, "0123456789");
  const file = await diskFile(path, "F/a.laz");
  // By md5sum, base64 of the digest; CRC-32C by RFC 3720's "123456789".
  for (const [wire, checksum] of [
    ["md5", "JfnnlDI7RTiF9RgfG2JNCw=="],
    ["crc32c", "4waSgw=="],
  ] as const) {
    const range = { file, offset: 1, length: 9 };
    const preparation = nodePreparer.open([{ ...range, zipped: false }], wire);
    expect(await preparation.read()).toEqual({ chunks: [], done: true });
    const prepared = await preparation.finish();
    preparation.close();
    expect(prepared.checksum).toBe(checksum);
    expect(prepared.body.size).toBe(9);
    expect(await nodePreparer.prepareRange(range, wire)).toMatchObject({
      checksum,
      body: { size: 9 },
    });
  }
});

test("a chunk becomes one frame that names its length", async () => {
  const worker = nodeCompressor.start();
  const bytes = new Uint8Array(100_000).fill(5);
  const result = await worker.compress([{ index: 3, bytes }]);
  worker.close();
  if (!result.ok) throw new Error(result.reason);
  const [frame] = result.frames;
  expect(frame?.bytes.length).toBeLessThan(1_000);
  // Frame header descriptor: a content size of 4 bytes, or of one in a single segment (RFC 8878, 3.1.1.1.1).
  expect((frame?.bytes[4] ?? 0) & 0b1110_0000).not.toBe(0);
  expect(new Uint8Array(zstdDecompressSync(frame?.bytes ?? bytes))).toEqual(bytes);
});
