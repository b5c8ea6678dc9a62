import { expect, test } from "vitest";
import { readContinuation, writeContinuation } from "./continuation.ts";

const folder = { bucket: "swath-lidar", prefix: "FL000123/" };
const next = { source: "inventory", token: "FL000123/a", listed: 300 } as const;

test("a continuation is read as it was written, for its own folder", () => {
  const text = writeContinuation(folder, next);
  expect(readContinuation(text, folder)).toEqual(next);
  expect(() => readContinuation(text, { ...folder, prefix: "FL000124/" })).toThrow(
    "not a continuation token of this folder",
  );
});

test("a continuation with text that no database keeps is refused", () => {
  for (const token of ["a\0", "\ud800"])
    expect(() => readContinuation(writeContinuation(folder, { ...next, token }), folder)).toThrow(
      "not a continuation token of this folder",
    );
});
