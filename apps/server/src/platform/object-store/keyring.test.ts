import { expect, test } from "vitest";
import { isSignedByAny, signWithNewest } from "./post-secret.ts";

const former = Buffer.alloc(32, 1);
const newest = Buffer.alloc(32, 2);
const ring = Buffer.concat([newest, former]);

test("the newest secret signs, and what a former one signed stays good", () => {
  const before = signWithNewest(former, "form");
  const after = signWithNewest(ring, "form");
  expect(after).toEqual(signWithNewest(newest, "form"));
  expect(isSignedByAny(ring, "form", before)).toBe(true);
  expect(isSignedByAny(ring, "form", after)).toBe(true);
  expect(isSignedByAny(newest, "form", before)).toBe(false);
  expect(isSignedByAny(ring, "another form", before)).toBe(false);
  expect(isSignedByAny(ring, "form", Buffer.alloc(0))).toBe(false);
});
