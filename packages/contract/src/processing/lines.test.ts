import { expect, test } from "vitest";
import { flightLinesFile } from "./lines.ts";

test("the flown lines of an area are a KMZ by its number", () => {
  expect(flightLinesFile(3)).toBe("lines_AOI3.kmz");
});
