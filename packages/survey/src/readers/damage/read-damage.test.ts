import { describe, expect, test, vi } from "vitest";
import { jpgFile } from "../../../../../tools/sample/sensor-file-writer.ts";
import { pdfFile } from "../../../../../tools/sample/document-writer.ts";
import { hasRealData, realFile } from "../../../../../tools/testing/real-data.ts";
import { memorySource } from "../file-source.ts";
import { joined, judged, noise, text, zeros } from "../../testing/judged.ts";
import { beforeZeros } from "./damage.ts";
import { readDamage } from "./read-damage.ts";

describe("zeros at the end of a file", () => {
  test.each(["a.range", "a.raw", "a.dat", "a.pack", "a.sol", "a.bin", "a.rawimage", "a.gpso"])(
    "of %s are a copy that broke off from 4,096 on, and none where other bytes follow",
    async (name) => {
      const start = noise(10_000);
      expect(await judged(name, start)).toBe("whole");
      expect(await judged(name, joined(start, zeros(4_095)))).toBe("whole");
      const tail = "zeros: its last 4,096 bytes or more are zeros";
      expect(await judged(name, joined(start, zeros(4_096)))).toBe(tail);
      expect(await judged(name, joined(start, zeros(9_000_000)))).toBe(tail);
      expect(await judged(name, joined(start, zeros(9_000), noise(1)))).toBe("whole");
    },
  );

  test("make a short file of zeros alone one, too; an empty file is another rule's", async () => {
    expect(await judged("a.raw", zeros(300))).toBe("zeros: all its 300 bytes are zeros");
    expect(await judged("a.raw", zeros(4_096))).toBe("zeros: all its 4,096 bytes are zeros");
    const longer = "zeros: its last 4,096 bytes or more are zeros";
    expect(await judged("a.raw", zeros(4_097))).toBe(longer);
    expect(await judged("a.raw", zeros(0))).toBe("whole");
  });

  test("are padding behind the end mark of a format", async () => {
    for (const [name, bytes] of [
      ["a.jpg", jpgFile()],
      ["a.pdf", pdfFile("x")],
    ] as const) {
      expect(await judged(name, joined(bytes, zeros(8_192)))).toBe("whole");
      expect(await judged(name, joined(bytes.slice(0, -8), zeros(8_192)))).toContain("zeros: ");
    }
  });
});

const before = async (...parts: readonly Uint8Array[]): Promise<Uint8Array> =>
  await beforeZeros(memorySource("a.pdf", joined(...parts)));

describe("the bytes before the zeros at a file's end", () => {
  test.each([
    [1, 0, 1],
    [1, 9, 1],
    [4_095, 9, 4_095],
    [4_096, 9, 4_096],
    [4_097, 9, 4_096],
    [4_097, 65_535, 4_096],
    [70_000, 200_000, 4_096],
    [9, 1_048_575, 9],
    [9, 1_048_576, 0],
    [9, 2_000_000, 0],
  ])("of %i others and %i zeros are the last %i", async (others, padding, kept) => {
    const bytes = noise(others);
    expect(await before(bytes, zeros(padding))).toEqual(bytes.slice(others - kept));
  });

  test("are none where there are but zeros", async () => {
    expect(await before(zeros(100))).toHaveLength(0);
    expect(await before()).toHaveLength(0);
  });
});

test("no more than some KB are read of a large file", async () => {
  for (const name of ["a.raw", "a.pdf", "a.xls", "a.tif", "a.iiq", "a.laz", "a.log"]) {
    let bytes = 0;
    const read = (start: number, end: number): Promise<Uint8Array> => {
      bytes += end - start;
      return Promise.resolve(new Uint8Array(end - start).fill(1));
    };
    await readDamage({ path: name, size: 5_000_000_000, read });
    expect(bytes, name).toBeLessThanOrEqual(4096 + 65_536);
  }
});

test("a small file is opened once, whatever its format asks of it", async () => {
  for (const name of ["a.raw", "a.pdf", "a.tif", "a.iiq", "a.laz", "a.log", "a.range", "a.xml"]) {
    const read = vi.fn((start: number, end: number) =>
      Promise.resolve(noise(9_000).slice(start, end)),
    );
    await readDamage({ path: name, size: 9_000, read });
    expect(read, name).toHaveBeenCalledTimes(1);
  }
});

async function readsOf(name: string, file: Uint8Array): Promise<readonly string[]> {
  const reads: string[] = [];
  const read = (start: number, end: number): Promise<Uint8Array> => {
    reads.push(`${start}+${end - start}`);
    return Promise.resolve(file.subarray(start, end));
  };
  await readDamage({ path: name, size: file.length, read });
  return reads;
}

describe("what is read of a file", () => {
  test("is all of it up to 64 KB, and its last 4 KB of a larger one", async () => {
    expect(await readsOf("a.raw", noise(65_536))).toEqual(["0+65536"]);
    expect(await readsOf("a.raw", noise(65_537))).toEqual(["61441+4096"]);
  });

  test("is nothing where nothing can be concluded from it", async () => {
    expect(await readsOf("a.raw", zeros(0))).toEqual([]);
    expect(await readsOf("a.xml", zeros(0))).toEqual([]);
    expect(await readsOf("a.raw", zeros(15))).toEqual([]);
    expect(await readsOf("a.raw", zeros(16))).toEqual(["0+16"]);
    expect(await readsOf("a.xml", zeros(1))).toEqual(["0+1"]);
  });

  test("is the beginning of a larger markup, too", async () => {
    expect(await readsOf("a.xml", noise(70_000))).toEqual(["65904+4096", "0+1024"]);
  });

  test("is nothing behind its end, wherever its contents lead", async () => {
    // A segment (ITU T.81, B.1.1.4) of 65,535 bytes and its mark, then the last bytes of the file.
    const long = joined(Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff), noise(65_533));
    const size = 65_539 + 2;
    expect(await readsOf("a.jpg", joined(long, noise(2)))).toEqual([
      `${size - 4_096}+4096`,
      "0+65536",
      "65539+2",
    ]);
    expect(await readsOf("a.jpg", long.subarray(0, -1))).toEqual(["61442+4096", "0+65536"]);
  });
});

test("a file is judged by the end of its name, in either case", async () => {
  const open = text("<kml>");
  const notClosed = 'cutOff: its outermost element is not closed: "<kml>"';
  expect(await judged("a.kml", open)).toBe(notClosed);
  expect(await judged("a.KML", open)).toBe(notClosed);
  expect(await judged("a.kml.raw", joined(open, noise(99)))).toBe("whole");
  expect(await judged("a.kml.bak", joined(open, zeros(4_096)))).toBe(
    "zeros: its last 4,096 bytes or more are zeros",
  );
});

describe.runIf(hasRealData)("of the real files (../shared/data)", () => {
  test.each([
    "applanix/real_poslv_display.000",
    "imagery/autzen.jpg",
    "imagery/autzen.jgw",
    "gnss/14601736.18n",
    "gnss/14601736.18o",
    "las/simple.las",
    "las/simple.laz",
    "las/autzen_trim.laz",
    "las/las_with_several_extra_byte_bloc.laz",
    "las/pdrf4-1.3.laz",
    "las/pdrf6-1.4.laz",
    "las/pdrf7-v4-1.4.las",
    "las/pdrf7-v4-1.4.laz",
    "las/pdrf8-1.4.laz",
    "las/pdrf10-1.4.laz",
    "kmz/multikml-doc.kmz",
    "kml/KML_Samples.kml",
    "shapefile/senate.zip",
  ])("%s is whole, and damaged once half of it is zeros or missing", async (name) => {
    const source = realFile(name);
    expect(await readDamage(source)).toBeUndefined();
    const bytes = await source.read(0, source.size);
    const half = Math.floor(source.size / 2);
    expect(await judged(name, bytes.slice().fill(0, half))).not.toBe("whole");
    // Of a recording the series tells.
    if (!name.endsWith(".000")) expect(await judged(name, bytes.slice(0, half))).not.toBe("whole");
  });
});
