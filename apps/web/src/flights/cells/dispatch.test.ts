import { expect, test } from "vitest";
import { dispatchOf } from "./sensor-lines.ts";
import { sensorLog } from "../testing/flights.ts";

test("a sensor that supports dispatch has its methods, any other is Not Applicable", () => {
  const logs = [
    sensorLog({ DataDispatchMethodLiDAR: "Hand Deliver", DataDispatchMethodImagery: "TBA" }),
  ];
  expect(dispatchOf({ sensor: "P1 - 12", logs }, "lidar")).toBe("Hand Deliver");
  expect(dispatchOf({ sensor: "P1 - 12", logs }, "imagery")).toBe("TBA");
  expect(dispatchOf({ sensor: "Riegl - 12", logs }, "imagery")).toBe("Not Applicable");
  expect(dispatchOf({ sensor: "P1 - 12", logs: [] }, "lidar")).toBeUndefined();
});
