import { expect, test } from "vitest";
import { forEachConcurrently } from "./for-each.ts";

async function* numbers(count: number): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) yield i;
}
async function* failing(): AsyncGenerator<number> {
  yield 1;
  throw new Error("the stream failed");
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("runs so many at once and no more, and every item", async () => {
  let [running, most] = [0, 0];
  const done: number[] = [];
  await forEachConcurrently(numbers(20), 4, async (item) => {
    most = Math.max(most, (running += 1));
    await turn();
    running -= 1;
    done.push(item);
  });
  expect(most).toBe(4);
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
});

test("ends with the first failure, after what is under way", async () => {
  const ended: number[] = [];
  const run = forEachConcurrently(numbers(100), 3, async (item) => {
    await turn();
    ended.push(item);
    if (item === 4) throw new Error("failed");
  });
  await expect(run).rejects.toThrow("failed");
  expect(ended).toContain(5);
  expect(ended.length).toBeLessThan(10);
});

test("ends with the failure of the stream, after what is under way", async () => {
  const ended: number[] = [];
  const run = forEachConcurrently(failing(), 3, async (item) => {
    await turn();
    ended.push(item);
  });
  await expect(run).rejects.toThrow("the stream failed");
  expect(ended).toEqual([1]);
});
