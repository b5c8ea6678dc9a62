import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { nodeCompressor } from "./node-ports.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

test("the compressor holds nothing of what it has compressed", async () => {
  const worker = nodeCompressor.start();
  const compressed = async () =>
    new WeakRef(await worker.compress([{ index: 0, bytes: new Uint8Array(10_000) }]));
  const result = await compressed();
  await setImmediate();
  collectGarbage();
  expect(result.deref()).toBeUndefined();
  worker.close();
});
