import { expect, test } from "vitest";
import { dispatchOf, supportsDispatch } from "./dispatch.ts";
import { sensorLog } from "../../testing/flights.ts";

test.each([
  ["DMC III - 27523", true],
  ["optech Galaxy - 01", true],
  ["P1 - 12", true],
  ["Phase One iXM - 7", true],
  ["VisionMap A3 - 3", true],
  ["Terrain Mapper - 91", true],
  ["Leica Terrain Mapper - 91", true],
  ["Galaxy Edge Plus - 999", true],
  ["Galaxy Edge Plus - 998", false],
  ["My DMC - 1", false],
])("%s supports dispatch: %s", (sensor, supports) => {
  expect(supportsDispatch(sensor)).toBe(supports);
});

test("a sensor that supports dispatch has its methods, any other is Not Applicable", () => {
  const logs = [
    sensorLog({ DataDispatchMethodLiDAR: "Hand Deliver", DataDispatchMethodImagery: "TBA" }),
  ];
  expect(dispatchOf({ sensor: "P1 - 12", logs }, "lidar")).toBe("Hand Deliver");
  expect(dispatchOf({ sensor: "P1 - 12", logs }, "imagery")).toBe("TBA");
  expect(dispatchOf({ sensor: "Riegl - 12", logs }, "imagery")).toBe("Not Applicable");
  expect(dispatchOf({ sensor: "P1 - 12", logs: [] }, "lidar")).toBeUndefined();
});
