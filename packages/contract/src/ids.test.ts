import { expect, test } from "vitest";
import { sensorNumber } from "./ids.ts";

test.each([
  ["Optech Galaxy Prime - 045", "045"],
  ["DMC - 27", "027"],
  ["P1-0362", "362"],
  ["Visionmap A3", "000"],
  ["Terrain Mapper", "000"],
])("the sensor number of %s is %s", (name, number) => {
  expect(sensorNumber(name)).toBe(number);
});
