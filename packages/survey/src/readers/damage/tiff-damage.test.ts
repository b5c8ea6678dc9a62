import { describe, expect, test } from "vitest";
import { BinaryWriter } from "../../../../../tools/sample/binary-writer.ts";
import { iiqFile, jpgFile } from "../../../../../tools/sample/image-writer.ts";
import { joined, judged, noise } from "../../testing/judged.ts";

/** A TIFF of one strip: directory before or behind it. */
function tiff({ compression, first }: { compression: number; first: boolean }): Uint8Array {
  const [entries, strip] = [4, 9_000];
  const bytes = 2 + entries * 12 + 4;
  const [directory, data] = first ? [8, 8 + bytes] : [8 + strip, 8];
  const writer = new BinaryWriter(8 + bytes + strip).text("II").u16(42).u32(directory);
  writer.bytes.fill(1, data, data + strip);
  writer
    .skip(directory - 8)
    .u16(entries)
    .u16(256)
    .u16(3)
    .u32(1)
    .u32(90);
  writer.u16(259).u16(3).u32(1).u32(compression);
  writer.u16(273).u16(4).u32(1).u32(data).u16(279).u16(4).u32(1).u32(strip).u32(0);
  return writer.bytes;
}

const blackEnd = (compression: number): Uint8Array =>
  tiff({ compression, first: true }).fill(0, -5_000);

describe("images", () => {
  test("a JPEG ends with its marker, whatever is appended, and not with that of its preview", async () => {
    const jpg = jpgFile();
    expect(await judged("a.jpg", joined(jpg, noise(70_000)))).toBe("whole");
    expect(await judged("a.jpg", jpg.slice(0, -2))).toContain("no end marker (EOI)");
    const preview = joined(Uint8Array.of(0xff, 0xe1, 0, jpg.length + 2), jpg);
    const withPreview = joined(jpg.slice(0, 2), preview, jpg.slice(2));
    expect(await judged("a.jpg", withPreview)).toBe("whole");
    expect(await judged("a.jpg", withPreview.slice(0, -2))).toContain("no end marker (EOI)");
    expect(await judged("a.jpg", withPreview.slice(0, 4 + jpg.length))).toContain("ends before");
  });

  test.each([1, 5])(
    "a TIFF of compression %i holds its directory and its strips",
    async (compression) => {
      const front = tiff({ compression, first: true });
      const back = tiff({ compression, first: false });
      expect(await judged("a.tif", front)).toBe("whole");
      expect(await judged("a.tif", back)).toBe("whole");
      expect(await judged("a.tif", front.slice(0, -10))).toBe(
        "cutOff: its image ends 10 bytes behind the file",
      );
      expect(await judged("a.tif", back.slice(0, -10))).toBe(
        "cutOff: its directory ends behind it",
      );
      expect(await judged("a.tif", back.slice(0, 5_000))).toBe(
        "cutOff: its directory lies behind its end",
      );
      expect(await judged("a.tif", back.slice().fill(0, 5_000))).toContain("zeros: ");
    },
  );

  test("a TIFF may end in black pixels where these are not compressed", async () => {
    expect(await judged("a.tif", blackEnd(1))).toBe("whole");
    expect(await judged("a.tif", blackEnd(5))).toContain("zeros: its last");
  });

  test("an IIQ holds the image that its directory lists", async () => {
    const iiq = iiqFile(1000, 1);
    expect(await judged("a.iiq", iiq)).toBe("whole");
    expect(await judged("a.iiq", iiq.slice(0, 900))).toBe(
      "cutOff: its image ends 100 bytes behind the file",
    );
    expect(await judged("a.iiq", iiq.slice(0, 60))).toContain("cutOff: its image ends");
  });
});
