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
const collection = (...features: readonly unknown[]) =>
  JSON.stringify({ type: "FeatureCollection", features });
const geoJson = (coordinates: unknown, properties: unknown = { Name: "A1" }) =>
  collection({ type: "Feature", properties, geometry: { type: "Polygon", coordinates } });

const polygon = (coordinates?: unknown) => ({ type: "Polygon", coordinates });

describe("a list of tiles", () => {
  test.each([
    ["rows", "A1,500000,6250000,501000,6251000\n"],
    ["rows under names", '\uFEFFname;minX;minY;maxX;maxY\r\n"A1";500000;6250000;501000;6251000'],
    ["rows with remarks and tabs", "# of us\n\nA1\t500000\t6250000\t501000\t6251000"],
    ["rows under blanks", "  # of us\n   \n A1,500000,6250000,501000,6251000"],
    ["rows without quotes' blanks", ' "A1" , 500000 ;"6250000"; 501000 ;6251000 '],
    ["GeoJSON", geoJson([ring(A1)])],
    ["GeoJSON behind a byte order mark and blanks", `\uFEFF \n${geoJson([ring(A1)])} `],
    ["GeoJSON of a ring the other way", geoJson([ring(A1).toReversed()])],
    ["GeoJSON of an open ring", geoJson([ring(A1).slice(1)])],
    [
      "GeoJSON of a ring that begins along an edge",
      geoJson([[[500_500, 6_250_000], ...ring(A1).slice(1), [500_500, 6_250_000]]]),
    ],
    [
      "GeoJSON of places whose heights are none",
      geoJson([ring(A1).map(([x, y]) => [x, y, "high"])]),
    ],
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

  test("may have quotes within a name", () => {
    expect(readTileList('"A"1",500000,6250000,501000,6251000')).toEqual({
      tiles: [{ ...A1, name: 'A"1' }],
    });
  });

  test.each([
    [{ name: "A1", tile: "B" }],
    [{ id: "B", tile_name: "C", tilename: "D", TILE: "A1" }],
    [{ id: "B", tile_name: "C", TileName: "A1" }],
    [{ id: "B", Tile_Name: "A1" }],
    [{ id: "A1", number: 7 }],
    [{ name: true, tile: null, tilename: { of: 1 }, id: " A1 " }],
  ])("is named by the first of its names: %j", (properties) => {
    expect(readTileList(geoJson([ring(A1)], properties))).toEqual({ tiles: [A1] });
  });

  test("is named by a number too", () => {
    expect(readTileList(geoJson([ring(A1)], { tile: 7 }))).toEqual({
      tiles: [{ ...A1, name: "7" }],
    });
  });

  test.each([
    ["no object", 7],
    ["null", null],
    ["text", "feature"],
    ["an array", [A1]],
    ["without properties", { geometry: {} }],
    ["whose properties are null", { properties: null }],
    ["whose name is null", { properties: { name: null } }],
  ])("has no name at a feature that is %s", (_, feature) => {
    const right = JSON.parse(geoJson([ring(A1)])).features[0];
    expect(readTileList(collection(right, feature))).toEqual({
      fault: "has no name at feature 2",
    });
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["text", "Polygon"],
    ["a line", { type: "LineString", coordinates: [ring(A1)] }],
    ["no type", { coordinates: [ring(A1)] }],
    ["a polygon of nothing", polygon()],
    ["a polygon of text", polygon("a")],
    ["a polygon of no ring", polygon([])],
    ["a polygon of two rings", polygon([ring(A1), []])],
    ["a ring of text", polygon(["a"])],
    ["a ring of null", polygon([null])],
    ["a ring of no place", polygon([[]])],
    ["a place of text", polygon([["ab", ...ring(A1)]])],
    ["a place of null", polygon([[null, ...ring(A1)]])],
    ["places of text that are numbers", polygon([ring(A1).map(([x, y]) => [x, String(y)])])],
    ["a place of one number", polygon([[[500_000], ...ring(A1)]])],
    [
      "places of null in place of 0",
      polygon([ring({ ...A1, minY: 0 }).map((place) => place.map((at) => at || null))]),
    ],
    ["one place", polygon([ring(A1).slice(0, 1)])],
    ["a triangle", polygon([ring(A1).slice(0, 3)])],
    ["a ring twice around", polygon([[...ring(A1), ...ring(A1)]])],
    ["a bow tie", polygon([[0, 2, 1, 3, 0].map((at) => ring(A1)[at])])],
  ])("is refused where a tile's geometry is %s", (_, geometry) => {
    const feature = { type: "Feature", properties: { name: "B7" }, geometry };
    expect(readTileList(collection(feature))).toEqual({
      fault: "has B7, which is not an upright rectangle",
    });
  });

  test.each([
    [50, 40, true],
    [50.1, 40, false],
  ])(
    "may lack a corner of %d by %d m, where 1,000 m² are 0.1 percent of its box: %s",
    (x, y, isTile) => {
      const corner = [
        [A1.minX, A1.minY + y],
        [A1.minX + x, A1.minY],
      ];
      const read = readTileList(geoJson([[...corner, ...ring(A1).slice(1, 4)]]));
      expect("tiles" in read && read.tiles).toEqual(isTile && [A1]);
    },
  );

  test.each([
    ["-180,-90,180,90", true],
    ["-180.1,-90,180,90", false],
    ["-180,-90.1,180,90", false],
    ["-180,-90,180.1,90", false],
    ["-180,-90,180,90.1", false],
  ])("whose only tile is %s has degrees: %s", (numbers, inDegrees) => {
    const fault = "has degrees: tiles are in metres of the target's coordinate system";
    expect("fault" in readTileList(`A1,${numbers}`)).toBe(inDegrees);
    expect(readTileList(`A1,1,2,3,4\nB,${numbers}`)).toEqual(
      inDegrees ? { fault } : { tiles: [expect.anything(), expect.anything()] },
    );
  });

  test.each([
    ["", "has no tile"],
    ["# A,1,2,3,4\n", "has no tile"],
    ['{"features":[]}', "has no tile"],
    ['{"features":{}}', "is not a collection of features"],
    ['{"features":', "is no JSON"],
  ])("%j %s", (text, fault) => {
    expect(readTileList(text)).toEqual({ fault });
  });

  test.each([
    ["A,1,2,3", 1],
    ["A,1,2,3,4,5", 1],
    ["A,1,2,3,1e999", 1],
    ["name,x,x,x", 1],
    ["name,x,x,x,x,x", 1],
    ["name,x,x,x,5", 1],
    ["name,5,x,x,x", 1],
    ["name,x,x,x,x\n\n# remark\nA,1,2,3,x", 4],
    ["A,1,2,3,4\nname,x,x,x,x", 2],
  ])("is refused from %j by line %i", (text, line) => {
    expect(readTileList(text)).toEqual({
      fault: `has a line ${line} that is not a tile: name, minX, minY, maxX, maxY`,
    });
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
