import { expect, test } from "vitest";
import { createReplyMemory } from "./reply-memory.ts";

function memory() {
  let version: number | undefined = 1;
  const kept = createReplyMemory(() => version);
  return { ...kept, change: (next: number | undefined) => (version = next) };
}

test("a reply is remembered until something changes", () => {
  const { keep, tagOf, change } = memory();
  keep("page 1", 1, "a");
  expect([tagOf("page 1"), tagOf("page 2")]).toEqual(["a", undefined]);
  change(2);
  expect(tagOf("page 1")).toBeUndefined();
  change(1);
  expect(tagOf("page 1")).toBeUndefined();
});

test("a reply that was begun before a change is not remembered", () => {
  const { keep, tagOf, change } = memory();
  change(2);
  keep("page 1", 1, "a");
  expect(tagOf("page 1")).toBeUndefined();
});

test("nothing is remembered while it is not known whether something changed", () => {
  const { keep, tagOf, change } = memory();
  keep("page 1", 1, "a");
  change(undefined);
  keep("page 1", undefined, "a");
  expect(tagOf("page 1")).toBeUndefined();
});

test("it does not grow without bound", () => {
  const { keep, tagOf } = memory();
  for (let n = 0; n <= 10_000; n += 1) keep(String(n), 1, "a");
  expect([tagOf("0"), tagOf("10000")]).toEqual([undefined, "a"]);
});
