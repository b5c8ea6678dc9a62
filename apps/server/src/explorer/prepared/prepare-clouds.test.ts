import { expect, test } from "vitest";
import { failureOf } from "./prepare-clouds.ts";

const OUTPUT = { path: "cloud.copc.laz", size: 1, xxh128: "0".repeat(32) };

test("a task that left a copy has not failed; one that left none has", () => {
  const ended = { ending: "succeeded" as const, errors: [] };
  expect(failureOf({ ...ended, outputs: [OUTPUT] })).toBeUndefined();
  expect(failureOf({ ...ended, outputs: [] })).toMatchObject({ fault: "other" });
});

test.each([
  ["failed", "file"],
  ["outOfDisk", "room"],
  ["cancelled", "cancelled"],
  ["outOfMemory", "other"],
  ["inputFault", "other"],
] as const)("a task that ended with %s fails by %s, in its own words", (ending, fault) => {
  const errors = [{ file: "cloud.laz", message: "why" }];
  expect(failureOf({ ending, errors, outputs: [] })).toEqual({ fault, reason: "why" });
});
