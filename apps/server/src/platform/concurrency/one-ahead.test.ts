import { expect, test } from "vitest";
import { oneAhead } from "./one-ahead.ts";

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Tasks of which each ends once it is told to; what happened, in order. */
function tasks(names: readonly string[]) {
  const said: string[] = [];
  const ends = new Map(names.map((name) => [name, Promise.withResolvers<void>()]));
  const ended = oneAhead(names, async (name, turn) => {
    said.push(`${name} begins`);
    await turn;
    said.push(`${name}'s turn`);
    await ends.get(name)!.promise;
  });
  ended.catch(() => {});
  return {
    said,
    ended,
    end: async (name: string, error?: Error) => {
      await settle();
      if (error === undefined) ends.get(name)!.resolve();
      else ends.get(name)!.reject(error);
      await settle();
    },
  };
}

test("a task begins while the one before runs, and has its turn once that has ended", async () => {
  const { said, ended, end } = tasks(["a", "b", "c"]);
  await end("c");
  expect(said).toEqual(["a begins", "a's turn", "b begins"]);
  await end("a");
  expect(said.slice(3)).toEqual(["b's turn", "c begins"]);
  await end("b");
  expect(said.slice(5)).toEqual(["c's turn"]);
  await ended;
});

test("after a failure none has its turn, and none is left running", async () => {
  const { said, ended, end } = tasks(["a", "b", "c"]);
  await end("a", new Error("gone"));
  await expect(ended).rejects.toThrow("gone");
  expect(said).toEqual(["a begins", "a's turn", "b begins"]);
});

test("nothing to do ends at once", async () => {
  await oneAhead([], async () => {
    throw new Error("never");
  });
});
