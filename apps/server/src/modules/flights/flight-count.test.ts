import { expect, test } from "vitest";
import { createCountMemory } from "./flight-count.ts";

function counter(cost: number, from?: number) {
  let now = 0;
  let counted = 0;
  let version = from;
  const remembered = createCountMemory(
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
  const remembered = createCountMemory(
    () => 0,
    () => 1,
  );
  await expect(remembered("k", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await remembered("k", async () => 7)).toBe(7);
});
