import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

test("so many run at once, the others in their order; a failure gives its place away", async () => {
  const turns = new Semaphore({ atOnce: 2, waiting: 10 });
  const log: string[] = [];
  let running = 0;
  const task = (name: number) => async () => {
    running += 1;
    log.push(`${name} of ${running}`);
    await turn();
    running -= 1;
    if (name === 1) throw new Error("1 failed");
    return name;
  };
  const ends = await Promise.allSettled([1, 2, 3, 4, 5].map((name) => turns.run(task(name))));
  expect(log).toEqual(["1 of 1", "2 of 2", "3 of 2", "4 of 2", "5 of 2"]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", ...Array(4).fill("fulfilled")]);
});

test("it is full where so many run and so many wait, and has a place again when one ended", async () => {
  const turns = new Semaphore({ atOnce: 1, waiting: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = turns.run(() => promise);
  expect(turns.full).toBe(false);
  const second = turns.run(async () => {});
  expect(turns.full).toBe(true);
  resolve();
  await Promise.all([first, second]);
  expect(turns.full).toBe(false);
});
