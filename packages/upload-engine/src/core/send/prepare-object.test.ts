import { expect, test } from "vitest";
import { PrioritySemaphore } from "./prepare-object.ts";

test("send/P4 slots go to the lowest order that waits, each to one", async () => {
  const semaphore = new PrioritySemaphore(2);
  const got: number[] = [];
  const acquire = async (order: number): Promise<void> => {
    await semaphore.acquire(order);
    got.push(order);
  };
  for (const order of [9, 8, 5, 7, 6]) void acquire(order);
  await Promise.resolve();
  expect(got).toEqual([9, 8]);
  for (const expected of [5, 6, 7]) {
    semaphore.release();
    await new Promise((resolve) => setTimeout(resolve));
    expect(got.at(-1)).toBe(expected);
  }
  expect(got.length).toBe(5);
});

test("a slot that nobody waits for is free for the next", async () => {
  const semaphore = new PrioritySemaphore(1);
  await semaphore.acquire(1);
  semaphore.release();
  await semaphore.acquire(2);
});
