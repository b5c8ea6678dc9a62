import { describe, expect, test } from "vitest";
import { judged } from "../../testing/judged.ts";
import {
  directoryBytes,
  type MadeField,
  type MadeTiff,
  madeTiff,
  type TiffForm,
} from "../../testing/made-tiff.ts";
import { readDamage } from "./read-damage.ts";

const SHORT = 3;
const LONG = 4;
const LONG8 = 16;
const COMPRESSION = 259;
const STRIPS = [273, 279] as const;
const TILES = [324, 325] as const;

const image = (
  [offsets, counts]: readonly [number, number],
  type: number,
  places: readonly number[],
  lengths: readonly number[],
): readonly MadeField[] => [
  { tag: offsets, type, values: places },
  { tag: counts, type, values: lengths },
];

const behind = (bytes: number): string => `cutOff: its image ends ${bytes} bytes behind the file`;

/** Three strips, whose lengths have a narrower type. */
const narrow = (last: number): readonly MadeField[] => [
  { tag: STRIPS[0], type: LONG, values: [600, 700, 800] },
  { tag: STRIPS[1], type: SHORT, values: [100, 100, last] },
];

const three = (tag: number, value: number): MadeField => ({ tag, type: LONG, count: 3, value });

const compression = (type: number, value: number, tag = COMPRESSION): MadeField => ({
  tag,
  type,
  values: [value],
});

const FORMS: readonly (readonly [name: string, form: TiffForm])[] = [
  ["TIFF in the order II", { little: true, big: false }],
  ["TIFF in the order MM", { little: false, big: false }],
  ["BigTIFF in the order II", { little: true, big: true }],
  ["BigTIFF in the order MM", { little: false, big: true }],
];

describe.each(FORMS)("a %s", (_, form) => {
  const said = async (made: Omit<MadeTiff, keyof TiffForm>): Promise<string> =>
    await judged("a.tif", madeTiff({ ...form, ...made }));
  /** Of a file of 1,000 bytes with one directory. */
  const saidOf = async (fields: readonly MadeField[]): Promise<string> =>
    await said({ size: 1_000, directories: [{ at: 16, fields }] });
  const saidOfLarge = (fields: readonly MadeField[]): Promise<string> =>
    said({ size: 300_000, directories: [{ at: 16, fields }] });
  const head = form.big ? 8 : 2;

  test.each([SHORT, LONG, LONG8])(
    "with offsets of type %i holds its strips and tiles up to their last byte",
    async (type) => {
      for (const tags of [STRIPS, TILES]) {
        expect(await saidOf(image(tags, type, [900], [100]))).toBe("whole");
        expect(await saidOf(image(tags, type, [900], [101]))).toBe(behind(1));
        expect(await saidOf(image(tags, type, [600, 800], [100, 200]))).toBe("whole");
        expect(await saidOf(image(tags, type, [600, 800], [100, 203]))).toBe(behind(3));
        expect(await saidOf(image(tags, type, [800, 600], [207, 100]))).toBe(behind(7));
        expect(await saidOf(image(tags, type, [600, 700, 850], [9, 9, 150]))).toBe("whole");
        expect(await saidOf(image(tags, type, [600, 700, 850], [9, 9, 155]))).toBe(behind(5));
      }
    },
  );

  test("may count the bytes of its strips in a narrower type than their places", async () => {
    expect(await saidOf(narrow(200))).toBe("whole");
    expect(await saidOf(narrow(211))).toBe(behind(11));
  });

  test("of which one of many tiles ends behind the file is cut off", async () => {
    const count = 16_385;
    const places = Array.from({ length: count }, () => 200_000);
    const lengths = places.map(() => 60_000);
    const tiles = (last: number): readonly MadeField[] => [
      { tag: TILES[0], type: LONG, values: places.with(count - 1, 299_000) },
      { tag: TILES[1], type: SHORT, values: lengths.with(count - 1, last) },
    ];
    expect(await saidOfLarge(tiles(1_000))).toBe("whole");
    expect(await saidOfLarge(tiles(1_001))).toBe(behind(1));
  });

  test("tells nothing by a list without the other, or of a type that is none of places", async () => {
    const [offsets, counts] = image(STRIPS, LONG, [900], [500]);
    expect(await saidOf([offsets!, counts!])).toBe(behind(400));
    expect(await saidOf([offsets!])).toBe("whole");
    expect(await saidOf([counts!])).toBe("whole");
    const rational = { tag: 273, type: 5, count: 1, value: 2_000 };
    expect(await saidOf([rational, counts!])).toBe("whole");
    expect(await saidOf([rational, counts!, ...image(TILES, LONG, [900], [102])])).toBe(behind(2));
  });

  test("with fewer counts than places takes these places alone", async () => {
    expect(await saidOf(image(STRIPS, LONG, [800, 1_000], [150]))).toBe("whole");
    expect(await saidOf(image(STRIPS, LONG, [800, 1_009], [150]))).toBe(behind(9));
  });

  test("may hold its lists of places and counts at its very end", async () => {
    // As many as do not fit into an entry.
    const count = form.big ? 2 : 1;
    const full = (value: number): readonly number[] => Array.from({ length: count }, () => value);
    const lists = image(STRIPS, LONG8, full(600), full(402));
    for (const fields of [lists, lists.toReversed()]) {
      const file = { size: 1_000, directories: [{ at: 16, fields }], values: 1_000 - 16 * count };
      expect(await said(file)).toBe(behind(2));
    }
  });

  test("whose list of places or counts ends behind the file is cut off", async () => {
    expect(await saidOf([three(273, 989), three(279, 600)])).toBe(behind(1));
    expect(await saidOf([three(273, 600), three(279, 990)])).toBe(behind(2));
  });

  test("holds the count of its directory's entries, and all of them", async () => {
    const fields = image(STRIPS, LONG, [100], [100]);
    const bytes = directoryBytes(2, form.big);
    const at = (place: number, count = 2): Promise<string> =>
      said({ size: 1_000, directories: [{ at: place, fields, count }] });
    expect(await at(1_000 - bytes)).toBe("whole");
    expect(await at(1_001 - bytes)).toBe("cutOff: its directory ends behind it");
    expect(await at(1_000 - head)).toBe("cutOff: its directory ends behind it");
    expect(await at(1_001 - head)).toBe("cutOff: its directory lies behind its end");
    expect(await at(16, 0)).toBe("zeros: there are zeros in place of its directory");
    expect(await at(16, 4_096)).toBe("cutOff: its directory ends behind it");
    expect(await at(16, 4_097)).toBe("contradiction: its directory states 4,097 entries");
  });

  test("may end in zeros only where its last directory says that nothing is compressed", async () => {
    const black = async (...compressions: readonly MadeField[]): Promise<string> => {
      const strip = image(STRIPS, LONG, [4_000], [6_000]);
      const bytes = madeTiff({
        ...form,
        size: 10_000,
        directories: compressions.map((field, at) => ({
          at: 16 + at * 200,
          fields: [field, ...strip],
          next: at === compressions.length - 1 ? 0 : 216 + at * 200,
        })),
      });
      return await judged("a.tif", bytes.fill(0, 4_500));
    };
    const zeroTail = "zeros: its last 4,096 bytes or more are zeros";
    expect(await black(compression(SHORT, 1))).toBe("whole");
    expect(await black(compression(SHORT, 5))).toBe(zeroTail);
    if (!form.big) {
      expect(await black(compression(LONG, 1))).toBe("whole");
      expect(await black(compression(LONG, 0x1_0001))).toBe(zeroTail);
    }
    expect(await black(compression(SHORT, 1, 258))).toBe(zeroTail);
    expect(await black(compression(SHORT, 5), compression(SHORT, 1))).toBe("whole");
    expect(await black(compression(SHORT, 1), compression(SHORT, 5))).toBe(zeroTail);
  });

  const saidOfSecond = (last: number): Promise<string> =>
    said({
      size: 1_000,
      directories: [
        { at: 16, fields: [{ tag: COMPRESSION, type: SHORT, values: [1] }], next: 300 },
        { at: 300, fields: image(STRIPS, LONG, [900], [last]) },
      ],
    });

  test("holds the images of all its directories", async () => {
    expect(await saidOfSecond(100)).toBe("whole");
    expect(await saidOfSecond(104)).toBe(behind(4));
  });

  const chain = (wrong: number): Promise<string> =>
    said({
      size: 10_000,
      directories: Array.from({ length: 40 }, (_directory, at) => ({
        at: 16 + at * 64,
        fields: image(STRIPS, LONG, [9_000], [at === wrong ? 1_004 : 1_000]),
        next: 16 + (at + 1) * 64,
      })),
    });

  test("is judged by its first 32 directories", async () => {
    expect(await chain(31)).toBe(behind(4));
    expect(await chain(32)).toBe("whole");
  });

  test("without a directory, or of another version, tells nothing", async () => {
    const fields = image(STRIPS, LONG, [900], [500]);
    expect(await said({ size: 1_000, directories: [{ at: 16, fields }] })).toBe(behind(400));
    expect(await said({ size: 1_000, directories: [{ at: 16, fields }], first: 0 })).toBe("whole");
    const other = madeTiff({ ...form, size: 1_000, directories: [{ at: 16, fields }] });
    new DataView(other.buffer).setUint16(2, form.big ? 45 : 41, form.little);
    expect(await judged("a.tif", other)).toBe("whole");
    const swapped = madeTiff({ ...form, size: 1_000, directories: [{ at: 16, fields }] });
    new DataView(swapped.buffer).setUint16(0, form.little ? 0x4d4d : 0x4949);
    expect(await judged("a.tif", swapped)).toBe("whole");
    for (const mark of [0x4949, 0x4d4d]) {
      const mixed = madeTiff({ ...form, size: 1_000, directories: [{ at: 16, fields }] });
      new DataView(mixed.buffer).setUint16(0, mark + 1);
      expect(await judged("a.tif", mixed)).toBe("whole");
    }
  });
});

describe("a TIFF", () => {
  test("is judged from 16 bytes on, which a BigTIFF's header has", async () => {
    for (const [, form] of FORMS) {
      const file = (size: number): Uint8Array =>
        madeTiff({ ...form, size, directories: [], first: 100 });
      expect(await judged("a.tif", file(15))).toBe("whole");
      expect(await judged("a.tif", file(16))).toBe("cutOff: its directory lies behind its end");
    }
  });

  test("may have anything behind a number of two bytes in a field of four", async () => {
    const fields = [
      { tag: COMPRESSION, type: SHORT, count: 1, value: 0x7777_0001 },
      ...image(STRIPS, LONG, [4_000], [6_000]),
    ];
    const form = { little: true, big: false, size: 10_000, directories: [{ at: 16, fields }] };
    expect(await judged("a.tif", madeTiff(form).fill(0, 4_500))).toBe("whole");
  });

  test("of many strips is judged by the last 8,192", async () => {
    const count = 8_193;
    const strips = (wrong: number): Promise<string> => {
      const places = Array.from({ length: count }, () => 1_000);
      const fields = image(STRIPS, LONG, places.with(wrong, 100_003), places);
      const form = { little: true, big: false, size: 101_000, directories: [{ at: 16, fields }] };
      return judged("a.tif", madeTiff(form));
    };
    expect(await strips(0)).toBe("whole");
    expect(await strips(1)).toBe(behind(3));
    expect(await strips(count - 1)).toBe(behind(3));
  });

  test("is judged by few reads of few bytes", async () => {
    const fields = image(STRIPS, LONG, [900], [100]);
    const bytes = madeTiff({
      little: true,
      big: false,
      size: 1_000,
      directories: [{ at: 16, fields }],
    });
    const reads: string[] = [];
    await readDamage({
      path: "a.tif",
      size: 5_000_000_000,
      read: (start, end) => {
        reads.push(`${start}+${end - start}`);
        const piece = new Uint8Array(end - start).fill(1);
        piece.set(bytes.subarray(start, end));
        return Promise.resolve(piece);
      },
    });
    // The end, the header, the directory's count, the directory, the two inline values.
    expect(reads).toEqual(["4999995904+4096", "0+16", "16+2", "16+30", "26+4", "38+4"]);
  });
});
