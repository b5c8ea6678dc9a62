import { expect, test } from "vitest";
import { isInDatum } from "./vertical-datum.ts";

test.each([
  [5711, "AHD", true],
  [5711, "EPSG:5711", true],
  [5103, "NAVD 88", true],
  [6360, "5703", true],
  [5711, "NAVD88", false],
  [5703, "EPSG:5711", false],
  [9999, "EPSG:9999", true],
  [5711, "ellipsoidal", false],
  [5711, "a datum of our own", undefined],
  [null, "AHD", undefined],
  [5711, null, undefined],
] as const)("heights in EPSG:%s, project in %s: %s", (epsg, datum, expected) => {
  expect(isInDatum(epsg, datum)).toBe(expected);
});
