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
    ["an unknown point format", header(2, (v) => v.setUint8(104, 11)), "inconsistentHeader"],
    ["records too small", header(2, (v) => v.setUint16(105, 19, true)), "inconsistentHeader"],
    ["points in the header", header(2, (v) => v.setUint32(96, 200, true)), "inconsistentHeader"],
    ["points past the end", header(2, (v) => v.setUint32(96, 2000, true)), "inconsistentHeader"],
    ["a header too small", header(4, (v) => v.setUint16(94, 227, true)), "inconsistentHeader"],
    [
      "more points than numbers hold",
      header(4, (v) => {
        v.setUint16(105, 30, true);
        v.setBigUint64(247, 2n ** 60n, true);
      }),
      "inconsistentHeader",
    ],
    ["nothing but the signature", header(2).subarray(0, 4), "tooShort"],
  ])("with %s is refused", (_, bytes, fault) => {
    expect(lasHeader(bytes, 1000)).toEqual({ ok: false, fault });
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

describe("a header of made bytes", () => {
  test.each([
    ["tooShort", new Uint8Array(3)],
    ["wrongSignature", new Uint8Array(4)],
    ["tooShort", header(2).slice(0, 226)],
    ["tooShort", header(4).slice(0, 374)],
    ["unsupportedVersion", header(2, (view) => view.setUint8(24, 2))],
    ["unsupportedVersion", header(6)],
    ["inconsistentHeader", header(2, (view) => view.setUint8(104, 11))],
    ["inconsistentHeader", header(2, (view) => view.setUint32(96, 228, true))],
    ["inconsistentHeader", header(2, (view) => view.setUint16(105, 19, true))],
  ])("is refused: %s", (fault, bytes) => {
    expect(parse(bytes)).toEqual({ ok: false, fault });
  });

  test("of no bytes is empty", async () => {
    expect(await readLasHeader(memorySource("a.las", new Uint8Array(0)))).toEqual({
      ok: false,
      fault: "empty",
    });
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
    expect(parse(counted(2n ** 60n))).toEqual({ ok: false, fault: "inconsistentHeader" });
  });
});
