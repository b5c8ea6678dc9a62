import { expect, test } from "vitest";
import { readKmz } from "../readers/index.ts";
import { kmlText, kmzFile } from "./kml.ts";

const source = (bytes: Uint8Array) => ({
  path: "a.kmz",
  size: bytes.length,
  read: async (start: number, end: number) => bytes.slice(start, end),
});
const LINE = {
  name: "1.2",
  shapes: [
    {
      type: "line",
      positions: [
        [145, -37.123456789, 1_000],
        [145.5, -37],
      ],
    },
  ],
} as const;
const SQUARE = [
  [145, -37],
  [146, -37],
  [146, -38],
] as const;

test("what is written is read again: names, lines, rings, folders", async () => {
  const bytes = kmzFile("A & B", [
    { name: "", marks: [LINE] },
    { name: "Cross lines", marks: [{ name: "9", shapes: [...LINE.shapes, ...LINE.shapes] }] },
    { name: "Areas", marks: [{ name: "AOI <1>", shapes: [{ type: "area", rings: [SQUARE] }] }] },
  ]);
  const read = await readKmz(source(bytes));
  expect(read).toMatchObject({ ok: true, lines: 3, polygons: 1, placemarks: 3, crossStrips: 1 });
  if (!read.ok) return;
  expect(read.paths.map(({ name, area, crossStrip }) => [name, area, crossStrip])).toEqual([
    ["1.2", false, false],
    ["9", false, true],
    ["9", false, true],
    ["AOI <1>", true, false],
  ]);
  expect(read.paths[0]?.positions).toEqual([
    [145, -37.12345679],
    [145.5, -37],
  ]);
  expect(read.paths[3]?.positions).toEqual([...SQUARE, SQUARE[0]]);
});

test("holes, points, times and heights stand where KML has them", () => {
  const begin = new Date("2026-03-20T01:00:00Z");
  const text = kmlText("t", [
    {
      name: "",
      marks: [
        { ...LINE, time: { begin, end: new Date(begin.getTime() + 61_000) } },
        {
          name: "p",
          description: "1 < 2",
          shapes: [
            { type: "point", position: [1, 2] },
            { type: "area", rings: [[...SQUARE, SQUARE[0]], SQUARE] },
          ],
        },
      ],
    },
  ]);
  expect(text).toContain(
    "<TimeSpan><begin>2026-03-20T01:00:00.000Z</begin><end>2026-03-20T01:01:01.000Z</end></TimeSpan>",
  );
  expect(text).toContain("145.00000000,-37.12345679,1000.00 145.50000000,-37.00000000");
  expect(text).toContain("<description>1 &lt; 2</description><MultiGeometry><Point>");
  expect(
    text.match(/145\.0+,-37\.0+ 146\.0+,-37\.0+ 146\.0+,-38\.0+ 145\.0+,-37\.0+</g),
  ).toHaveLength(2);
  expect(text).toContain("</outerBoundaryIs><innerBoundaryIs>");
});

test("the same marks are the same bytes; what XML forbids is left out, what it reserves escaped", () => {
  const folders = [{ name: "a\u0000b<\uD800&😀", marks: [LINE] }];
  expect(kmzFile("t", folders)).toEqual(kmzFile("t", folders));
  expect(kmlText("t", folders)).toContain("<Folder><name>ab&lt;&amp;😀</name>");
});
