import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasRealData, realFile } from "../../../../tools/testing/real-data.ts";
import { memorySource } from "./file-source.ts";
import { lasHeader, readLasHeader } from "./las-header.ts";

/** A header of the given version, all else zero but what is set. */
function header(minor: number, set: (view: DataView) => void = () => undefined): Uint8Array {
  const size = minor >= 4 ? 375 : 227;
  const view = new DataView(new ArrayBuffer(size));
  view.setUint32(0, 0x4c415346);
  view.setUint8(24, 1);
  view.setUint8(25, minor);
  view.setUint16(94, size, true);
  view.setUint32(96, size, true);
  view.setUint16(105, 20, true);
  set(view);
  return new Uint8Array(view.buffer);
}

describe.runIf(hasRealData)("of real files (../shared/data)", () => {
  test.each([
    ["simple.las", "1.2", 3, 1065, false],
    ["simple.laz", "1.2", 3, 1065, true],
    ["autzen_trim.laz", "1.2", 3, 110_000, true],
    ["las_with_several_extra_byte_bloc.laz", "1.4", 8, 697_721, true],
    ["pdrf4-1.3.laz", "1.3", 4, 1024, true],
    ["pdrf6-1.4.laz", "1.4", 6, 1024, true],
    ["pdrf7-v4-1.4.laz", "1.4", 7, 1024, true],
    ["pdrf8-1.4.laz", "1.4", 8, 1024, true],
    ["pdrf10-1.4.laz", "1.4", 10, 1024, true],
  ])(
    "%s is %s, format %i, %i points",
    async (name, version, pointFormat, pointCount, compressed) => {
      expect(await readLasHeader(realFile(`las/${name}`))).toMatchObject({
        ok: true,
        version,
        pointFormat,
        pointCount,
        compressed,
        truncated: false,
      });
    },
  );

  test("a file that ends before its last point is called truncated", async () => {
    const result = await readLasHeader(realFile("las/1.2-with-color-clipped.las"));
    expect(result).toMatchObject({ ok: true, truncated: true });
  });

  test.each([
    ["trunc100.laz", "tooShort"],
    ["zero_header.laz", "wrongSignature"],
  ])("%s is refused: %s", async (name, fault) => {
    expect(await readLasHeader(realFile(`las/${name}`))).toEqual({ ok: false, fault });
  });

  test("a count of a thousand million records is not followed", async () => {
    expect(await readLasHeader(realFile("las/garbage_nVariableLength.las"))).toHaveProperty("ok");
  });
});

describe("a LAS header", () => {
  test.each([0, 1, 2, 3, 4, 5])("of version 1.%i is read", (minor) => {
    const bytes = header(minor, (view) => {
      if (minor >= 4) view.setUint8(104, 0x80 | 6);
      if (minor >= 4) view.setUint16(105, 30, true);
      if (minor >= 4) view.setBigUint64(247, 5_000_000_000n, true);
      else view.setUint32(107, 7, true);
    });
    expect(lasHeader(bytes, 1000)).toMatchObject({
      ok: true,
      version: `1.${minor}`,
      pointCount: minor >= 4 ? 5_000_000_000 : 7,
    });
  });

  test.each([
    ["another version", header(6), "unsupportedVersion"],
    ["a version below 1", header(2, (v) => v.setUint8(24, 0)), "unsupportedVersion"],
    ["a version above 1", header(2, (v) => v.setUint8(24, 2)), "unsupportedVersion"],
    ["an unknown point format", header(2, (v) => v.setUint8(104, 11)), "inconsistentHeader"],
    ["points in the header", header(2, (v) => v.setUint32(96, 226, true)), "inconsistentHeader"],
    ["points past the end", header(2, (v) => v.setUint32(96, 1001, true)), "inconsistentHeader"],
    ["a header too small", header(3, (v) => v.setUint16(94, 226, true)), "inconsistentHeader"],
    ["one too small for 1.4", header(4, (v) => v.setUint16(94, 374, true)), "inconsistentHeader"],
    [
      "more points than numbers hold",
      header(4, (v) => v.setBigUint64(247, 2n ** 53n, true)),
      "inconsistentHeader",
    ],
    ["three bytes", header(2).slice(0, 3), "tooShort"],
    ["nothing but the signature", header(2).slice(0, 4), "tooShort"],
    ["another signature and nothing else", new TextEncoder().encode("LASG"), "wrongSignature"],
    ["a byte less than a header", header(3).slice(0, 226), "tooShort"],
    ["a byte less than a header of 1.4", header(4).slice(0, 374), "tooShort"],
  ])("with %s is refused", (_, bytes, fault) => {
    expect(lasHeader(bytes, 1000)).toEqual({ ok: false, fault });
  });

  test.each([
    ["points right behind the header", header(2), 227],
    ["points at its end", header(2, (v) => v.setUint32(96, 1000, true)), 1000],
    [
      "user data behind the header",
      header(2, (v) => {
        v.setUint16(94, 900, true);
        v.setUint32(96, 900, true);
      }),
      900,
    ],
    ["points behind the header of 1.4", header(4), 375],
  ])("with %s is read", (_, bytes, pointOffset) => {
    expect(lasHeader(bytes, 1000)).toMatchObject({ ok: true, pointOffset });
  });

  test.each([
    [0, 20],
    [1, 28],
    [2, 26],
    [3, 34],
    [4, 57],
    [5, 63],
    [6, 30],
    [7, 36],
    [8, 38],
    [9, 59],
    [10, 67],
  ])("of point format %i has records of %i bytes or more", (pointFormat, recordBytes) => {
    const of = (bytes: number): ReturnType<typeof lasHeader> =>
      parse(
        header(4, (view) => {
          view.setUint8(104, pointFormat);
          view.setUint16(105, bytes, true);
        }),
      );
    expect(of(recordBytes)).toMatchObject({ ok: true, pointFormat, recordBytes });
    expect(of(recordBytes + 300)).toMatchObject({ recordBytes: recordBytes + 300 });
    expect(of(recordBytes - 1)).toEqual({ ok: false, fault: "inconsistentHeader" });
  });

  test("states its bounds, its points and their place", () => {
    const bytes = header(2, (view) => {
      for (const [n, value] of [9, 1, 8, 2, 7, 3].entries())
        view.setFloat64(179 + n * 8, value, true);
      view.setUint32(107, 258, true);
      view.setUint16(105, 21, true);
    });
    expect(lasHeader(bytes, 10_000)).toEqual({
      ok: true,
      version: "1.2",
      pointFormat: 0,
      compressed: false,
      pointCount: 258,
      recordBytes: 21,
      pointOffset: 227,
      bounds: { min: [1, 2, 3], max: [9, 8, 7] },
      truncated: false,
    });
  });

  test.each([
    [0x06, false],
    [0x46, false],
    [0x86, true],
    [0xc6, true],
  ])("whose format byte is %i is of format 6, compressed: %s", (byte, compressed) => {
    const bytes = header(4, (view) => {
      view.setUint8(104, byte);
      view.setUint16(105, 30, true);
    });
    expect(parse(bytes)).toMatchObject({ pointFormat: 6, compressed });
  });

  test("of any bytes gives a result", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 600 }),
      fc
        .tuple(fc.constantFrom(0, 1, 2, 3, 4, 5), fc.uint8Array({ minLength: 202, maxLength: 202 }))
        .map(([minor, noise]) => {
          const made = header(minor);
          made.set(noise.subarray(0, made.length - 94), 94);
          return made;
        }),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        expect(await readLasHeader(memorySource("a.laz", file))).toHaveProperty("ok");
      }),
      { numRuns: 2000 },
    );
  });
});

const parse = (bytes: Uint8Array, size = bytes.length): ReturnType<typeof lasHeader> =>
  lasHeader(bytes, size);
const packed = (points: number): Uint8Array =>
  header(2, (view) => {
    view.setUint8(104, 0x80);
    view.setUint32(107, points, true);
  });
const counted = (wide: bigint): Uint8Array =>
  header(4, (view) => {
    view.setUint32(107, 7, true);
    view.setBigUint64(247, wide, true);
  });

/** What is read of a LAS of so many bytes. */
const reads = async (size: number): Promise<readonly (readonly number[])[]> => {
  const made: (readonly number[])[] = [];
  const read = async (start: number, end: number) => {
    made.push([start, end]);
    return header(2);
  };
  expect(await readLasHeader({ path: "a.las", size, read })).toHaveProperty("ok", true);
  return made;
};

describe("a header of made bytes", () => {
  test("of no bytes is empty", async () => {
    expect(await readLasHeader(memorySource("a.las", new Uint8Array(0)))).toEqual({
      ok: false,
      fault: "empty",
    });
  });

  test("is read by its first 375 bytes, or as many as there are", async () => {
    expect(await reads(300)).toEqual([[0, 300]]);
    expect(await reads(1_000_000)).toEqual([[0, 375]]);
  });

  test("of version 1.5 is read", () => {
    expect(parse(header(5))).toMatchObject({ ok: true, version: "1.5", pointCount: 0 });
  });

  test("is truncated where one byte of its points is missing", () => {
    const ten = header(2, (view) => view.setUint32(107, 10, true));
    expect(parse(ten, 227 + 200)).toMatchObject({ compressed: false, truncated: false });
    expect(parse(ten, 227 + 199)).toMatchObject({ truncated: true });
  });

  test("of a compressed file is truncated where the chunk table's place is missing", () => {
    expect(parse(packed(10), 227 + 8)).toMatchObject({ compressed: true, truncated: false });
    expect(parse(packed(10), 227 + 7)).toMatchObject({ truncated: true });
    expect(parse(packed(0), 227)).toMatchObject({ truncated: false });
  });

  test("counts its points in 64 bits from 1.4 on, or in the old 32 where these are 0", () => {
    expect(parse(counted(5_000_000_000n))).toMatchObject({ pointCount: 5_000_000_000 });
    expect(parse(counted(0n))).toMatchObject({ pointCount: 7 });
    expect(parse(counted(2n ** 53n - 1n))).toMatchObject({ pointCount: 2 ** 53 - 1 });
    expect(parse(counted(2n ** 60n))).toEqual({ ok: false, fault: "inconsistentHeader" });
  });
});
