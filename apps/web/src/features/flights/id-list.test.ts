import { expect, test } from "vitest";
import { firstTwo, projectsOf, sensorIds } from "./id-list.ts";
import { sensorLog } from "./testing/flights.ts";

test("two ids show as they are, a third hides behind the ellipsis", () => {
  expect(firstTwo(["a", "b"])).toEqual({ shown: ["a", "b"], more: false });
  expect(firstTwo(["a", "b", "c"])).toEqual({ shown: ["a", "b"], more: true });
});

test("an id that several logs share is listed once, in the order of the logs", () => {
  const logs = ["SL000002", "SL000001", "SL000002"].map((SensorID) => sensorLog({ SensorID }));
  expect(sensorIds({ Sensors: logs })).toEqual(["SL000002", "SL000001"]);
});

test("a project tells its name, manager and status, one that is not known only its id", () => {
  const projects = projectsOf({
    Sensors: [
      sensorLog(),
      sensorLog(),
      sensorLog({ ProjectID: "PRJ00002", Project: null }),
      sensorLog({ ProjectID: null, Project: null }),
    ],
  });
  expect(projects).toEqual([
    {
      id: "PRJ00001",
      facts: [
        ["Project", "Kimberley Coast"],
        ["Manager", "Mina Manager"],
        ["Status", "In Progress"],
      ],
    },
    { id: "PRJ00002", facts: [] },
  ]);
});
