import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../testing/file-store-server.ts";
import { bytes, MIB } from "../testing/subject.ts";
import { cachedBytes, passesCache } from "./testing/page-cache.ts";

const BUCKET = "swath-uploads";
const KEY = "FL000123/a.laz";

test.runIf(passesCache())("a scan reads the disk, and fills no page cache", async () => {
  const folder = await mkdtemp(join(tmpdir(), "swath-scan-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = await openStore(folder);
  await store.ensureBuckets([BUCKET]);
  const size = 24 * MIB;
  await store.write(BUCKET, KEY, [bytes(size)], { size });
  let scanned = 0;
  await store.scan(BUCKET, KEY, (chunk) => void (scanned += chunk.length));
  expect(scanned).toBe(size);
  expect(cachedBytes(join(folder, BUCKET, KEY))).toBeLessThan(MIB);
});
