import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { nodeCompressor, NodePage } from "./node-ports.ts";

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

test("as many calls as there may be wait for the network, none is warned of, and each is told once", async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error): number => warnings.push(warning);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const page = new NodePage();
  let told = 0;
  const ends = Array.from({ length: 40 }, () => {
    const end = page.onOnline(() => {
      told++;
      end();
    });
    return end;
  });
  ends[0]!();
  page.goOnline();
  page.goOnline();
  await setImmediate();
  expect(told).toBe(39);
  expect(warnings).toEqual([]);
});

test("who listens for the end hears of it, and of nothing else", () => {
  const page = new NodePage();
  let left = 0;
  page.onLeave(() => left++);
  page.goOnline();
  expect(left).toBe(0);
  page.leave();
  expect(left).toBe(1);
});
