import { expect, test } from "vitest";
import { readKmz } from "../readers/index.ts";
import { type KmlMark, type KmlPosition, kmlText, kmzFile } from "./kml.ts";

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

const kml = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>t</name>\n${body}</Document></kml>\n`;
const marksOf = (...marks: readonly KmlMark[]): string => kmlText("t", [{ name: "", marks }]);
const POINT = { type: "point", position: [1, 2] } as const;
const POINT_TEXT = "<Point><coordinates>1.00000000,2.00000000</coordinates></Point>";

test("a document is its name and its folders, one behind the other; an unnamed one is its marks", () => {
  const marks = [{ name: "m", shapes: [POINT] }];
  const mark = `<Placemark><name>m</name>${POINT_TEXT}</Placemark>\n`;
  expect(kmlText("t", [])).toBe(kml(""));
  expect(kmlText("t", [{ name: "", marks: [...marks, ...marks] }])).toBe(kml(mark + mark));
  expect(
    kmlText("t", [
      { name: "A", marks },
      { name: "", marks },
      { name: "B", marks: [] },
    ]),
  ).toBe(
    kml(`<Folder><name>A</name>\n${mark}</Folder>\n${mark}<Folder><name>B</name>\n</Folder>\n`),
  );
});

const NOON = new Date("2026-03-20T12:00:00Z");
const NOON_TEXT = "2026-03-20T12:00:00.000Z";

test.each<[string, Partial<KmlMark>, string]>([
  ["nothing more", {}, POINT_TEXT],
  ["an empty description", { description: "" }, `<description></description>${POINT_TEXT}`],
  [
    "a time",
    { time: { begin: NOON, end: NOON } },
    `<TimeSpan><begin>${NOON_TEXT}</begin><end>${NOON_TEXT}</end></TimeSpan>${POINT_TEXT}`,
  ],
  ["no shape", { shapes: [] }, "<MultiGeometry></MultiGeometry>"],
  [
    "two shapes",
    { shapes: [POINT, POINT] },
    `<MultiGeometry>${POINT_TEXT}${POINT_TEXT}</MultiGeometry>`,
  ],
  [
    "a line",
    {
      shapes: [
        {
          type: "line",
          positions: [
            [1, 2, 0],
            [-0.123_456_789, 90, -3.456],
          ],
        },
      ],
    },
    "<LineString><tessellate>1</tessellate><coordinates>1.00000000,2.00000000,0.00 -0.12345679,90.00000000,-3.46</coordinates></LineString>",
  ],
])("a placemark with %s is written whole", (_, facts, inside) => {
  expect(marksOf({ name: "m", shapes: [POINT], ...facts })).toBe(
    kml(`<Placemark><name>m</name>${inside}</Placemark>\n`),
  );
});

const ringText = (ring: readonly KmlPosition[]): string => {
  const tuples = ring.map(([x, y, z]) => [
    x.toFixed(8),
    y.toFixed(8),
    ...(z === 9 ? ["9.00"] : []),
  ]);
  return `<LinearRing><coordinates>${tuples.join(" ")}</coordinates></LinearRing>`;
};
const areaOf = (...rings: readonly (readonly KmlPosition[])[]): string =>
  marksOf({ name: "m", shapes: [{ type: "area", rings }] });
const polygonOf = (inside: string): string =>
  kml(`<Placemark><name>m</name><Polygon>${inside}</Polygon></Placemark>\n`);

const [SOUTH_WEST, NORTH_EAST, NORTH_WEST, SOUTH_EAST] = [
  [1, 2],
  [5, 6],
  [1, 6],
  [5, 2],
] as const;
test.each<[string, readonly KmlPosition[], readonly KmlPosition[]]>([
  ["of no place", [], []],
  ["of one place", [SOUTH_WEST], [SOUTH_WEST]],
  [
    "that ends where it begins, at another height",
    [SOUTH_WEST, NORTH_EAST, [1, 2, 9]],
    [SOUTH_WEST, NORTH_EAST, [1, 2, 9]],
  ],
  [
    "that ends north of where it begins",
    [SOUTH_WEST, NORTH_EAST, NORTH_WEST],
    [SOUTH_WEST, NORTH_EAST, NORTH_WEST, SOUTH_WEST],
  ],
  [
    "that ends east of where it begins",
    [SOUTH_WEST, NORTH_EAST, SOUTH_EAST],
    [SOUTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST],
  ],
])("an area with a ring %s is written closed", (_, ring, written) => {
  const outer = `<outerBoundaryIs>${ringText(written)}</outerBoundaryIs>`;
  expect(areaOf(ring)).toBe(polygonOf(outer));
});

test("the rings of an area are its outer one, then its holes", () => {
  const [outer, ...holes] = [[SOUTH_WEST], [NORTH_EAST], [NORTH_WEST]];
  const holeTexts = holes.map((hole) => `<innerBoundaryIs>${ringText(hole)}</innerBoundaryIs>`);
  expect(areaOf(outer, ...holes)).toBe(
    polygonOf(`<outerBoundaryIs>${ringText(outer)}</outerBoundaryIs>${holeTexts.join("")}`),
  );
  expect(areaOf()).toBe(polygonOf("<outerBoundaryIs></outerBoundaryIs>"));
});

test.each([
  ["a & b < c > d && e << f >> g", "a &amp; b &lt; c &gt; d &amp;&amp; e &lt;&lt; f &gt;&gt; g"],
  ["&amp;", "&amp;amp;"],
  ["\t\n\r ~\u007f\u0085é", "\t\n\r ~\u007f\u0085é"],
  ["a\u0000\u0008\u000b\u000c\u000e\u001fb", "ab"],
  ["a\uD7FF\uE000\uFFFD\u{10000}\u{10FFFF}b", "a\uD7FF\uE000\uFFFD\u{10000}\u{10FFFF}b"],
  ["a\uFFFE\uFFFF\uD800b\uDFFF", "ab"],
])("the words %j are written as XML has them: %j", (words, expected) => {
  const mark = { name: words, description: words, shapes: [POINT] };
  expect(marksOf(mark)).toContain(
    `<Placemark><name>${expected}</name><description>${expected}</description>`,
  );
});
