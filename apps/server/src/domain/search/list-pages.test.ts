import { expect, test } from "vitest";
import { createVersionCache } from "./list-pages.ts";

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
