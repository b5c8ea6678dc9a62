import { expect, test } from "vitest";
import { compareChecksums } from "./verify-object.ts";

const md5 = "a".repeat(32);
const parts = `${md5}-3`;

test.each([
  ["same", { md5 }, { md5, crc32c: "00000000" }],
  ["different", { md5, crc32c: "00000000" }, { md5, crc32c: "00000001" }],
  ["different", { md5 }, { md5: "b".repeat(32) }],
  ["unknown", { md5 }, { crc32c: "00000000" }],
  ["unknown", {}, { md5 }],
  ["unknown", { parts }, { md5 }],
  ["same", { parts }, { parts }],
] as const)("tells %s of %j and %j", (expected, a, b) => {
  for (const sameParts of [true, false]) {
    expect(compareChecksums(a, b, { sameParts })).toBe(expected);
    expect(compareChecksums(b, a, { sameParts })).toBe(expected);
  }
});

test("other parts tell other content only where the parts must be the same", () => {
  const other = { parts: `${md5}-4` };
  expect(compareChecksums({ parts }, other, { sameParts: true })).toBe("different");
  expect(compareChecksums({ parts }, other, { sameParts: false })).toBe("unknown");
});
