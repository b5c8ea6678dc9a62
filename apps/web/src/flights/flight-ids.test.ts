import { expect, test } from "vitest";
import { projectsOf, sensorIds } from "./flight-table.tsx";
import { sensorLog } from "./testing/flights.ts";

test("an id that several logs share is listed once, in the order of the logs", () => {
  const logs = ["SL000002", "SL000001", "SL000002"].map((SensorID) => sensorLog({ SensorID }));
  expect(sensorIds({ Sensors: logs })).toEqual(["SL000002", "SL000001"]);
});

test("a project has its name, manager and status, one that is not known only its id", () => {
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
