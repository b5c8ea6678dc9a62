import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStore } from "../file-store-http/testing/file-store-server.ts";
import { bytes, MIB } from "../object-store/testing/subject.ts";
import { cachedBytes, passesCache } from "./testing/page-cache.ts";

const BUCKET = "swath-uploads";
const KEY = "FL000123/a.laz";

test.runIf(passesCache())("reading through reads the disk, and fills no page cache", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-read-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = await openStore(folder);
  await store.ensureBuckets([BUCKET]);
  const size = 24 * MIB;
  await store.write(BUCKET, KEY, [bytes(size)], { size });
  let read = 0;
  await store.readThrough(BUCKET, KEY, (chunk) => void (read += chunk.length));
  expect(read).toBe(size);
  expect(cachedBytes(join(folder, BUCKET, KEY))).toBeLessThan(MIB);
});

test("a sector that the disk cannot read is no object as it was received", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-read-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = await openStore(folder);
  await store.ensureBuckets([BUCKET]);
  await store.write(BUCKET, KEY, [bytes(100)], { size: 100 });
  const handle = await open(join(folder, BUCKET, KEY));
  const refused = Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
  const reads = vi
    .spyOn(Object.getPrototypeOf(handle) as typeof handle, "read")
    .mockRejectedValue(refused);
  onTestFinished(() => reads.mockRestore());
  await handle.close();
  const reading = store.readThrough(BUCKET, KEY, () => {});
  await expect(reading).rejects.toMatchObject({ code: "CHECKSUM_MISMATCH" });
});
