import { expect, test } from "vitest";
import { isSentFirst } from "./sent-files.ts";

test.each([
  ["FL000123_045/FMS_Flight_Log_0001.log", true],
  ["FL000123_045/FL000123.pdf", true],
  ["FL000123_045/FL000123.csv", true],
  ["FL000123_045/PRJ10001_plan.kmz", true],
  ["FL000123_045/FL000123_01/FL000123_01.000", true],
  ["FL000123_045/FL000123_01/FL000123_01.24n", true],
  ["FL000123_045/FL000123.pos", true],
  ["FL000123_045/MM1/a.dat", true],
  ["FL000123_045/a_GnssImu.dat", true],
  ["FL000123_045/FL000123_01.kmz", false],
  ["FL000123_045/other.log", false],
  ["FL000123_045/FL000123_01/FL000123_01_0001.range", false],
  ["FL000123_045/1.laz", false],
  ["FL000123_045/1.iiq", false],
  ["FL000123_045/thumb/1.jpg", false],
])("%s is sent first: %s", (path, first) => {
  expect(isSentFirst(path)).toBe(first);
});
