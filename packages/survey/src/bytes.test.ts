import { crc32 as zipCrc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { crc32 } from "./bytes.ts";

test("the checksum is the one of ZIP, in one piece or two", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
      expect(crc32(bytes)).toBe(zipCrc32(bytes));
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(zipCrc32(bytes));
    }),
  );
});
