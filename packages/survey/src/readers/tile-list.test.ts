import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTileList } from "./tile-list.ts";

const A1 = { name: "A1", minX: 500_000, minY: 6_250_000, maxX: 501_000, maxY: 6_251_000 };

const ring = ({ minX, minY, maxX, maxY }: typeof A1) => [
  [minX, minY],
  [maxX, minY, 12],
  [maxX, maxY],
  [minX, maxY],
  [minX, minY],
];
const geoJson = (coordinates: unknown, properties: unknown = { Name: "A1" }) =>
  JSON.stringify({
    type: "FeatureCollection",
    features: [{ type: "Feature", properties, geometry: { type: "Polygon", coordinates } }],
  });

describe("a list of tiles", () => {
  test.each([
    ["rows", "A1,500000,6250000,501000,6251000\n"],
    ["rows under names", '\uFEFFname;minX;minY;maxX;maxY\r\n"A1";500000;6250000;501000;6251000'],
    ["rows with remarks and tabs", "# of us\n\nA1\t500000\t6250000\t501000\t6251000"],
    ["GeoJSON", geoJson([ring(A1)])],
    ["GeoJSON by a number", geoJson([ring({ ...A1 })], { id: 7, name: "A1" })],
  ])("is read from %s", (_, text) => {
    expect(readTileList(text)).toEqual({ tiles: [A1] });
  });

  test.each([
    ["nothing", "", /no tile/],
    ["only names", "name,minX,minY,maxX,maxY", /no tile/],
    ["a number that is none", "A1,500000,x,501000,6251000", /line 1/],
    ["a column too few", "A1,1,2,3,4\nB,500000,6250000,501000", /line 2/],
    ["an empty number", "A1,500000,,501000,6251000", /line 1/],
    ["degrees", "A1,151.1,-33.9,151.2,-33.8", /degrees/],
    ["broken JSON", "{", /no JSON/],
    ["JSON of another kind", "{}", /not a collection/],
    ["no name", geoJson([ring(A1)], {}), /no name at feature 1/],
    [
      "a turned square",
      geoJson([
        [
          [500_000, 0],
          [500_001, 1],
          [500_000, 2],
          [499_999, 1],
          [500_000, 0],
        ],
      ]),
      /not an upright/,
    ],
    ["a hole", geoJson([ring(A1), ring(A1)]), /not an upright/],
    [
      "a place that is none",
      geoJson([
        [
          ["a", 1],
          [2, 3],
          [4, 5],
          [6, 7],
        ],
      ]),
      /not an upright/,
    ],
    [
      "a line",
      geoJson([
        [
          [500_000, 0],
          [500_001, 0],
          [500_000, 0],
          [500_000, 0],
        ],
      ]),
      /not an upright/,
    ],
  ])("is refused where it has %s", (_, text, fault) => {
    expect(readTileList(text)).toEqual({ fault: expect.stringMatching(fault) });
  });

  test("never throws, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => ` ${text}`),
          fc.object().map((of) => JSON.stringify({ features: [of, of] })),
        ),
        (text) => {
          const read = readTileList(text);
          expect("fault" in read || read.tiles.length > 0).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
