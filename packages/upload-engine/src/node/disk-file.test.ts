import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
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

/** Repeats an act until the clock of the file system has gone on. */
function untilStatusChanges(path: string, act: () => void): void {
  const before = statSync(path, { bigint: true }).ctimeNs;
  do act();
  while (statSync(path, { bigint: true }).ctimeNs === before);
}

test.each([
  ["whose mode was changed", (file: string) => chmodSync(file, 0o600)],
  [
    "that got another name too",
    (file: string) => {
      rmSync(`${file}2`, { force: true });
      linkSync(file, `${file}2`);
    },
  ],
  [
    "that was changed with its time put back",
    (file: string) => {
      const { atimeMs, mtimeMs } = statSync(file);
      writeFileSync(file, "54321");
      utimesSync(file, atimeMs / 1_000, mtimeMs / 1_000);
    },
  ],
  [
    "that another one of its size and time took the place of",
    (file: string) => {
      const { atimeMs, mtimeMs } = statSync(file);
      writeFileSync(`${file}3`, "54321");
      utimesSync(`${file}3`, atimeMs / 1_000, mtimeMs / 1_000);
      renameSync(`${file}3`, file);
    },
  ],
])("a file %s after its folder was read is touched, and can be read", async (_, act) => {
  const path = join(place, "a.laz");
  writeFileSync(path, "12345");
  utimesSync(path, 1_000, 1_000);
  const file = await diskFile(path, "F/a.laz");
  expect(await nodePreparer.stateOf(file)).toBe("unchanged");
  untilStatusChanges(path, () => act(path));
  const state = await nodePreparer.stateOf(file);
  expect(state).toEqual({ touched: expect.any(String) });
  expect(await nodePreparer.stateOf(file)).toEqual(state);
  const range = { file, offset: 0, length: 5 };
  expect(await nodePreparer.prepareRange(range, "xxh128")).toMatchObject({ body: { size: 5 } });
});

test("a file whose time is put back by less than a millisecond was changed", async () => {
  const path = join(place, "a.laz");
  writeFileSync(path, "12345");
  utimesSync(path, 1_000.000_5, 1_000.000_5);
  const file = await diskFile(path, "F/a.laz");
  utimesSync(path, 1_000.000_4, 1_000.000_4);
  expect(await nodePreparer.stateOf(file)).toBe("changed");
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
