import type { FlightSensor } from "@swath/contract/flights";
import { expect, test } from "vitest";
import { isSimultaneous } from "./judge.ts";

const sensor = (facts: Partial<FlightSensor>) => facts as FlightSensor;

test("a sensor is simultaneous when its own log says so, as first or second sensor", () => {
  const Sensors = [
    sensor({ Sensor: "Galaxy - 045", SecondarySensor: "P1 - 12", Type: "LiDARandImagery" }),
    sensor({ Sensor: "VQ - 046", SecondarySensor: null, Type: "LiDAR" }),
  ];
  expect(isSimultaneous({ Sensors }, "Galaxy - 045")).toBe(true);
  expect(isSimultaneous({ Sensors }, "P1 - 12")).toBe(true);
  expect(isSimultaneous({ Sensors }, "VQ - 046")).toBe(false);
});
