import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeLzw } from "../testing/encode-lzw.ts";
import { decodeLzw } from "./lzw.ts";

test("the example of TIFF 6.0, section 13, is decoded", () => {
  // Clear, 7, 258, 8, 8, 258, 6, 6, end: nine bits each.
  const codes = Uint8Array.of(0x80, 0x01, 0xe0, 0x40, 0x80, 0x44, 0x08, 0x0c, 0x06, 0x80, 0x80);
  expect([...decodeLzw(codes, 9)]).toEqual([7, 7, 7, 8, 8, 7, 7, 6, 6]);
});

test("whatever is encoded comes back, through all widths of codes and a full table", () => {
  const values = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 255 }));
  const bytes = fc.uint8Array({ maxLength: 400 });
  fc.assert(
    fc.property(values, bytes, fc.integer({ min: 1, max: 60 }), (value, part, times) => {
      const whole = Uint8Array.from({ length: part.length * times + value }, (_, at) =>
        at < part.length * times ? part[at % part.length]! ^ (at >> 6) : value,
      );
      expect(decodeLzw(encodeLzw(whole), whole.length)).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});

test("a table that is full is begun again", () => {
  let state = 1;
  const noise = Uint8Array.from({ length: 40_000 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state >> 16;
  });
  expect(decodeLzw(encodeLzw(noise), noise.length)).toEqual(noise);
});

test("codes that tell more, or fewer, bytes than asked for are damaged", () => {
  const codes = encodeLzw(new Uint8Array(1_000));
  expect(() => decodeLzw(codes, 999)).toThrow("too many");
  expect(() => decodeLzw(codes, 1_001)).toThrow("too few");
});

test("a code that stands for nothing yet is damaged", () => {
  // Clear, then 300.
  expect(() => decodeLzw(Uint8Array.of(0x80, 0x4b, 0x00), 9)).toThrow("stands for nothing");
});

test("no bytes are anything but decoded or refused", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (codes) => {
      try {
        expect(decodeLzw(codes, 5_000)).toHaveLength(5_000);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
