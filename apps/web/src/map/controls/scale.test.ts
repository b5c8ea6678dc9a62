import fc from "fast-check";
import { expect, test } from "vitest";
import { scaleBarLength } from "./scale-and-attribution.tsx";

test.each([
  [1000, 0, "100 km", 100],
  [1000, 60, "50 km", 100],
  [10, -28.27, "1 km", 113.54],
  [0.5, 0, "50 m", 100],
  [0.005, 0, "50 cm", 100],
])("at %d m a pixel and latitude %d the bar is %s long", (resolution, lat, label, width) => {
  const bar = scaleBarLength(resolution, lat, 130);
  expect(bar.label).toBe(label);
  expect(bar.width).toBeCloseTo(width, 1);
});

test("the bar fits, and is no shorter than two fifths of the room", () => {
  const resolution = fc.double({ min: 0.01, max: 100_000, noNaN: true });
  fc.assert(
    fc.property(resolution, fc.double({ min: -84, max: 84, noNaN: true }), (metres, lat) => {
      const { width } = scaleBarLength(metres, lat, 130);
      return width <= 130.0001 && width >= 51.9999;
    }),
  );
});
