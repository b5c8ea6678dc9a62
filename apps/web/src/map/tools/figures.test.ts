import { expect, test } from "vitest";
import { formatArea, formatLength } from "./figures.ts";

test.each([
  [0, "0 m"],
  [849.6, "850 m"],
  [12_340, "12.34 km"],
  [123_456, "123.5 km"],
  [1_234_567, "1,235 km"],
])("%d m is read as %s", (metres, text) => {
  expect(formatLength(metres)).toBe(text);
});

test.each([
  [849.6, "850 m²"],
  [12_300, "1.23 ha"],
  [1_240_000, "1.24 km²"],
  [4_967_000_000, "4,967 km²"],
])("%d m² are read as %s", (squareMetres, text) => {
  expect(formatArea(squareMetres)).toBe(text);
});
