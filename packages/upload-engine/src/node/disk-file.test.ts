import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskFile, foundFile, openUnchanged } from "./disk-file.ts";
import { nodeCompressor } from "./node-ports.ts";
import { nodePreparer } from "./node-preparer.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "swath-disk-file-"));
});
afterEach(() => rmSync(place, { recursive: true }));

test.runIf(process.platform === "linux").each([
  ["a link that leads elsewhere", (path: string, other: string) => symlinkSync(other, path)],
  ["a pipe", (path: string) => void execFileSync("mkfifo", [path])],
])("%s in a file's place is never read, nor waited for", async (_, put) => {
  const folder = join(place, "F");
  mkdirSync(folder);
  const [path, other] = [join(folder, "a.laz"), join(place, "secret")];
  writeFileSync(path, "12345");
  writeFileSync(other, "54321");
  const file = await diskFile(path, "F/a.laz");
  const { mtime } = statSync(path);
  utimesSync(other, mtime, mtime);
  rmSync(path);
  put(path, other);
  await expect(file.read(0, 5)).rejects.toThrow(/another file took its place|is not a file/);
  await expect(openUnchanged(file)).rejects.toThrow();
});

test("a folder above that became a link leads no file elsewhere", async () => {
  for (const folder of ["F", "elsewhere"]) {
    mkdirSync(join(place, folder));
    writeFileSync(join(place, folder, "a.laz"), "12345");
  }
  const file = await diskFile(join(place, "F", "a.laz"), "F/a.laz");
  renameSync(join(place, "F"), join(place, "G"));
  symlinkSync(join(place, "elsewhere"), join(place, "F"));
  await expect(file.read(0, 5)).rejects.toThrow("another file took its place");
});

test("a file that its drive numbers anew is the same in its place", async () => {
  const path = join(realpathSync(place), "a.laz");
  writeFileSync(path, "12345");
  const found = statSync(path, { bigint: true });
  const numbered = foundFile(path, "F/a.laz", Object.assign(found, { ino: found.ino + 1n }));
  expect(Buffer.from(await numbered.read(0, 5)).toString()).toBe("12345");
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
