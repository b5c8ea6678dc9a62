import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { hasLongList, longJson } from "./serve-endpoints.ts";

const long = Array.from({ length: 5_001 }, (_, i) => `"${i}`);

test("a reply with a long list is written as JSON.stringify writes it", async () => {
  for (const reply of [
    { a: long, b: "x", c: undefined, d: [1] },
    { a: 1, b: long, c: long },
  ])
    expect(await text(longJson(reply))).toBe(JSON.stringify(reply));
});

test("only lists of a reply's own that are long make it long", () => {
  expect(hasLongList({ a: long })).toBe(true);
  for (const reply of [{ a: long.slice(0, 2_000) }, { a: { b: 1 } }, null, "x", undefined])
    expect(hasLongList(reply)).toBe(false);
});
