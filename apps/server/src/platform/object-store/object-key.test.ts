import { expect, test } from "vitest";
import { checkForeignKey, checkKey } from "./object-key.ts";

test.each(["a//b.las", "/a", "a/", String.raw`a\b`])(
  "%j is shown where others stored it, and is not stored here",
  (key) => {
    expect(() => checkForeignKey(key)).not.toThrow();
    expect(() => checkKey(key)).toThrow(expect.objectContaining({ code: "INVALID_PATH" }));
  },
);

test.each(["", "../a", "a/./b", "a\u0000"])("%j is neither shown nor stored", (key) => {
  for (const check of [checkForeignKey, checkKey])
    expect(() => check(key)).toThrow(expect.objectContaining({ code: "INVALID_PATH" }));
});
