import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

/** A queue whose one permit is taken until `end`, which returns the callers that began then, in order. */
function occupied() {
  const turns = new FairQueue(1);
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const began: string[] = [];
  const ends: Promise<void>[] = [turns.run({ of: "first", takes: 0 }, () => promise)];
  const wait = (of: string, takes: number, times: number, meanwhile = (): void => {}): void => {
    for (let n = 0; n < times; n++) {
      const task = async (): Promise<void> => {
        began.push(of);
        meanwhile();
      };
      ends.push(turns.run({ of, takes }, task));
    }
  };
  const end = async (): Promise<string> => {
    open();
    for (const each of ends) await each;
    return began.join("");
  };
  return { turns, wait, end };
}

test("connection/C9 so many run at once", async () => {
  const turns = new FairQueue(2);
  let [running, most] = [0, 0];
  const task = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
  };
  const all = Array.from({ length: 9 }, (_, n) => turns.run({ of: `${n % 3}`, takes: 1 }, task));
  await Promise.all(all);
  expect(most).toBe(2);
});

test("connection/C10 many tasks of one and a few of another take turns", async () => {
  const { wait, end } = occupied();
  wait("a", 1, 5);
  wait("b", 1, 2);
  expect(await end()).toBe("ababaaa");
});

test("connection/C10 who takes three times as much has a turn where another has three", async () => {
  const { wait, end } = occupied();
  wait("a", 3, 3);
  wait("b", 1, 6);
  expect(await end()).toBe("abbbabbba");
});

test("connection/C10 tasks that take nothing are begun in rotation", async () => {
  const { wait, end } = occupied();
  wait("a", 0, 3);
  wait("b", 0, 2);
  wait("c", 0, 1);
  expect(await end()).toBe("abcaba");
});

test("connection/C11 a newcomer begins with what the others have had by then", async () => {
  const { wait, end } = occupied();
  wait("a", 1, 3);
  wait("b", 1, 3);
  wait("a", 1, 1, () => wait("c", 1, 3));
  wait("b", 1, 2);
  expect(await end()).toBe("ababababcbcc");
});

test("connection/C11 who was away has saved up nothing", async () => {
  const { wait, end } = occupied();
  wait("a", 1, 1);
  wait("b", 1, 5);
  wait("b", 1, 1, () => wait("a", 1, 3));
  wait("b", 1, 3);
  expect(await end()).toBe("abbbbbbababab");
});

test("connection/C12 a task that fails gives its place on", async () => {
  const { turns, wait, end } = occupied();
  const failing = turns.run({ of: "a", takes: 1 }, () => Promise.reject(new Error("failed")));
  wait("b", 1, 1);
  const failed = expect(failing).rejects.toThrow("failed");
  expect(await end()).toBe("b");
  await failed;
});

test("it knows how many wait", async () => {
  const { turns, wait, end } = occupied();
  expect(turns.waiting).toBe(0);
  wait("a", 1, 2);
  wait("b", 1, 1);
  expect(turns.waiting).toBe(3);
  await end();
  expect(turns.waiting).toBe(0);
});
