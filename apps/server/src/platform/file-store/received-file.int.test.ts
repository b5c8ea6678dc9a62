import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { WriteSemaphore } from "./output.ts";
import { ReceivedFile } from "./received-file.ts";

const CHUNK_BYTES = 65_536;

/** A file of so many chunks that takes turns with others; the bytes that each of its turns writes. */
async function received(chunks: number, areAwaited: boolean, size = 0) {
  const folder = await mkdtemp(join(tmpdir(), "swath-received-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const written: number[] = [];
  const turns: WriteSemaphore = {
    areAwaited: () => areAwaited,
    run: (bytes, write) => {
      written.push(bytes);
      return write();
    },
  };
  const file = await ReceivedFile.create(join(folder, "file"), {
    memory: "borrowed",
    turns,
    size,
  });
  onTestFinished(() => file.discard());
  const sent = Buffer.alloc(chunks * CHUNK_BYTES, "swath");
  for (let at = 0; at < sent.length; at += CHUNK_BYTES)
    await file.add(sent.subarray(at, at + CHUNK_BYTES));
  await file.written();
  expect((await readFile(file.path)).equals(sent)).toBe(true);
  return written;
}

test("a file that no other waits for is written in long batches", async () => {
  expect(await received(33, false)).toEqual([32 * CHUNK_BYTES, CHUNK_BYTES]);
});

test("little of a file is in memory while others wait to be written", async () => {
  expect(await received(9, true)).toEqual([4, 4, 1].map((count) => count * CHUNK_BYTES));
});

test("a file that is written past the page cache takes its turns too", async () => {
  const chunks = 321;
  const size = chunks * CHUNK_BYTES;
  const memory = 64 * CHUNK_BYTES;
  const written = await received(chunks, true, size);
  expect(written).toEqual([memory, memory, memory, memory, memory, CHUNK_BYTES]);
});
