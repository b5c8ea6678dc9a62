import { expect, test } from "vitest";
import { centerOf, resolutionOf, viewOf } from "./map-coordinates.ts";

test("at zoom 0 the world is 256 pixels wide", () => {
  expect(resolutionOf(0) * 256).toBeCloseTo(2 * Math.PI * 6_378_137, 3);
  expect(resolutionOf(4)).toBeCloseTo(9783.94, 2);
});

test.each([
  { lat: -28.27, lon: 133.78, zoom: 4 },
  { lat: 51.5074, lon: -0.1278, zoom: 12.5 },
  { lat: -35.280_94, lon: 149.130_01, zoom: 18 },
])("the view %j comes back from the map as it went in", (view) => {
  expect(viewOf(centerOf(view), resolutionOf(view.zoom))).toEqual(view);
});

test("a view in another world is written with its own longitude", () => {
  const [x = 0, y = 0] = centerOf({ lat: 10, lon: 190, zoom: 3 });
  expect(viewOf([x, y], resolutionOf(3))).toEqual({ lat: 10, lon: -170, zoom: 3 });
});
