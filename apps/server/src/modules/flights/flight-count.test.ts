import { expect, test } from "vitest";
import { createCountMemory } from "./flight-count.ts";

function counter(cost: number) {
  let now = 0;
  let counted = 0;
  const remembered = createCountMemory(() => now);
  return {
    ask: (key = "k") =>
      remembered(key, async () => {
        now += cost;
        counted += 1;
        return counted;
      }),
    pass: (ms: number) => (now += ms),
  };
}

test("a quick count is always fresh", async () => {
  const { ask } = counter(10);
  expect([await ask(), await ask()]).toEqual([1, 2]);
});

test("a slow count is remembered for twenty times what it took, and no longer", async () => {
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
  const remembered = createCountMemory(() => 0);
  await expect(remembered("k", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await remembered("k", async () => 7)).toBe(7);
});
