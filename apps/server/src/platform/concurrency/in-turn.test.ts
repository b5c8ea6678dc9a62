import { expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number++) yield number;
}

/** Runs tasks that end in the opposite order of their beginning; what was under way at most. */
async function run(count: number, items: number, weight: number, fails?: number) {
  let [now, most] = [0, 0];
  const done: number[] = [];
  const ahead = { items, weight, weightOf: (item: number) => item };
  const task = async (item: number): Promise<number> => {
    most = Math.max(most, ++now);
    for (let turn = 0; turn < 2 * (count - item); turn++) await Promise.resolve();
    now -= 1;
    if (item === fails) throw new Error("failed");
    return item;
  };
  let failure: unknown;
  try {
    for await (const result of inTurn(numbers(count), ahead, task)) done.push(result);
  } catch (error) {
    failure = error;
  }
  return { done, most, now, failure };
}

test("results come in the items' order, whichever task ends first, and no more run than may", async () => {
  const found = await run(6, 3, 100);
  expect(found).toMatchObject({ done: [0, 1, 2, 3, 4, 5], most: 3, now: 0 });
});

test("heavy items wait for one another, and one that is too heavy runs alone", async () => {
  expect(await run(6, 6, 1)).toMatchObject({ done: [0, 1, 2, 3, 4, 5], most: 2 });
});

test("a failure is thrown in its turn, once all that had begun has ended", async () => {
  const found = await run(6, 3, 100, 2);
  expect(found).toMatchObject({ done: [0, 1], now: 0, failure: new Error("failed") });
});
