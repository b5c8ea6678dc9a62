import { AREA, LINE, mercatorX, mercatorY, POINT } from "@swath/plan/model";
import { expect, test } from "vitest";
import { kmzFile } from "@swath/survey/writers";
import { geojsonGeometry, linesGeometry } from "./geojson.ts";

const collection = (...features: readonly object[]): string =>
  JSON.stringify({ type: "FeatureCollection", features });

const square = [
  [146, -33],
  [147, -33],
  [147, -32],
  [146, -32],
  [146, -33],
];

test("lines, areas and points are drawn, by the number of their line or their name", () => {
  const geometry = geojsonGeometry(
    collection(
      {
        properties: { line: "7.1", area: 3 },
        geometry: { type: "MultiPolygon", coordinates: [[square], [square]] },
      },
      {
        properties: null,
        geometry: {
          type: "LineString",
          coordinates: [
            [146, -33, 5],
            [147, -32],
          ],
        },
      },
      { properties: { name: "A" }, geometry: { type: "Point", coordinates: [146, -33] } },
      { properties: {}, geometry: null },
    ),
  )!;
  expect([...geometry.kinds]).toEqual([AREA, LINE, POINT]);
  expect(geometry.names).toEqual(["7.1", "", "A"]);
  expect(geometry.positions.slice(-2)).toEqual(Float64Array.of(mercatorX(146), mercatorY(-33)));
});

test.each([
  ["no JSON", "<svg/>"],
  ["no features", "{}"],
  ["words in place of numbers", collection({ geometry: { type: "Point", coordinates: ["a", 1] } })],
  ["a kind that is unknown", collection({ geometry: { type: "Circle", coordinates: [1, 2] } })],
])("what holds %s is none", (_, text) => {
  expect(geojsonGeometry(text)).toBeUndefined();
});

test("places off the map are left out", () => {
  const line = {
    type: "LineString",
    coordinates: [
      [0, 0],
      [999, 0],
      [1, 1],
    ],
  };
  expect(geojsonGeometry(collection({ geometry: line }))!.positions).toHaveLength(4);
});

test("footprints of a KMZ are areas, by the names of their images", async () => {
  const shapes = [{ type: "area" as const, rings: [square.map(([x, y]) => [x!, y!] as const)] }];
  const bytes = kmzFile("Footprints", [{ name: "", marks: [{ name: "IMG_0001", shapes }] }]);
  const geometry = (await linesGeometry("footprints.kmz", bytes))!;
  expect([[...geometry.kinds], geometry.names]).toEqual([[AREA], ["IMG_0001"]]);
  expect(await linesGeometry("footprints.kmz", Uint8Array.of(1, 2, 3))).toBeUndefined();
});
