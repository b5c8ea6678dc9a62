import { expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { hashFile } from "./read-file.ts";

const COLLECTIONS = 20;

test("a file that is being read outlives the garbage collector", async () => {
  const file = new File([new Uint8Array(COLLECTIONS * 2_000_000)], "a.laz");
  const reading = new Set([file]);
  const hashed = hashFile(file, "F/a.laz", "xxh128").finally(() => reading.clear());
  const session = cdp() as unknown as { send(method: string): Promise<unknown> };
  await session.send("HeapProfiler.enable");
  // A stream that is not referenced goes with the first one or two.
  for (let count = 0; count < COLLECTIONS && reading.size > 0; count += 1)
    await session.send("HeapProfiler.collectGarbage");
  expect(await hashed).toMatchObject({ xxh128: expect.stringMatching(/^[0-9a-f]{32}$/) });
});
