import { expect, test } from "vitest";
import { createCountCache, createVersionCache } from "./page-cache.ts";

function counter(cost: number, from?: number) {
  let now = 0;
  let counted = 0;
  let version = from;
  const remembered = createCountCache(
    () => now,
    () => version,
  );
  return {
    ask: (key = "k") =>
      remembered(key, async () => {
        now += cost;
        counted += 1;
        return counted;
      }),
    pass: (ms: number) => (now += ms),
    change: (to: number | undefined) => (version = to),
  };
}

test("while changes are heard of, a count is exact, and lasts until the next one", async () => {
  const { ask, pass, change } = counter(100, 1);
  expect([await ask(), await ask()]).toEqual([1, 1]);
  pass(3_600_000);
  expect(await ask()).toBe(1);
  change(2);
  expect([await ask(), await ask()]).toEqual([2, 2]);
});

test("a count that a change overtook is not relied on", async () => {
  const { ask, change } = counter(100, 1);
  const overtaken = ask();
  change(2);
  expect([await overtaken, await ask()]).toEqual([1, 2]);
});

test("else a quick count is always fresh", async () => {
  const { ask } = counter(10);
  expect([await ask(), await ask()]).toEqual([1, 2]);
});

test("else a slow count is remembered for twenty times what it took, and no longer", async () => {
  const { ask, pass } = counter(100);
  expect([await ask(), await ask()]).toEqual([1, 1]);
  pass(1_999);
  expect(await ask()).toBe(1);
  pass(1);
  expect(await ask()).toBe(2);
});

test("those who ask at once share one count", async () => {
  const { ask } = counter(10);
  expect(await Promise.all([ask(), ask(), ask("other")])).toEqual([1, 1, 2]);
});

test("a count that failed is asked again", async () => {
  const remembered = createCountCache(
    () => 0,
    () => 1,
  );
  await expect(remembered("k", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await remembered("k", async () => 7)).toBe(7);
});

function memory(most = 10) {
  let version: number | undefined = 1;
  let asked = 0;
  const remembered = createVersionCache<number>(() => version, most);
  return {
    ask: async (key = "page") => remembered(key, async () => (asked += 1)),
    change: (to: number | undefined) => (version = to),
    remembered,
  };
}

test("an answer lasts until the next change, also while it is under way", async () => {
  const { ask, change } = memory();
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect([await ask(), await ask("other")]).toEqual([1, 2]);
  change(2);
  expect(await ask()).toBe(3);
});

test("while changes are not heard of, it is asked each time", async () => {
  const { ask, change } = memory();
  await ask();
  change(undefined);
  expect([await ask(), await ask()]).toEqual([2, 3]);
  change(1);
  expect(await ask()).toBe(4);
});

test("what failed is asked again", async () => {
  const { ask, remembered } = memory();
  await expect(remembered("page", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await ask()).toBe(1);
});

test("it does not grow without bound", async () => {
  const { ask } = memory(2);
  await ask("a");
  await ask("b");
  await ask("c");
  expect(await ask("a")).toBe(4);
});
