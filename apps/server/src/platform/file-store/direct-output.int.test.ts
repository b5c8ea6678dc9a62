import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bytes, MIB } from "../object-store/testing/subject.ts";
import { cachedBytes, passesCache } from "./testing/page-cache.ts";
import { newMemory, DirectOutput } from "./direct-output.ts";

/** Writes content in chunks of a length; the file's path. */
async function written(content: Buffer, chunk: number, take = newMemory): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "swath-direct-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "file");
  await using handle = await open(path, "wx");
  const output = await DirectOutput.open(handle, path, { memory: "borrowed" }, take);
  for (let at = 0; at < content.length; at += chunk)
    await output.add(content.subarray(at, at + chunk));
  await output.written();
  await handle.sync();
  await output.close();
  return path;
}

const CONTENT = bytes(20 * MIB + 12_345);

test.each([65_536, 65_537, 3 * MIB, 20 * MIB + 12_345])(
  "a file in chunks of %d bytes is written whole",
  async (chunk) => {
    expect((await readFile(await written(CONTENT, chunk))).equals(CONTENT)).toBe(true);
  },
);

test("a file of whole blocks is written whole", async () => {
  const content = bytes(8 * MIB);
  expect((await readFile(await written(content, MIB))).equals(content)).toBe(true);
});

const unaligned = (): Uint8Array => Buffer.allocUnsafeSlow(4 * MIB + 1).subarray(1);

test("a disk that takes nothing from the memory gets all through the cache", async () => {
  expect((await readFile(await written(CONTENT, MIB, unaligned))).equals(CONTENT)).toBe(true);
});

test.runIf(passesCache())("only the end of a file goes through the page cache", async () => {
  expect(cachedBytes(await written(CONTENT, MIB))).toBeLessThan(MIB);
});

test("a failure to write is thrown, once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-direct-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "file");
  await using handle = await open(path, "wx");
  const output = await DirectOutput.open(handle, path, { memory: "borrowed" });
  await handle.close();
  await output.add(bytes(12_345));
  await expect(output.written()).rejects.toThrow();
  await output.close();
});
