import type { Role } from "@swath/contract/identity";
import type { CustomPreflight, SensorLog } from "@swath/contract/processing";
import { customDocument, processingDocument } from "../../processing/testing/documents.ts";
import { fakeApi, type FakeAnswers } from "../../platform/api/testing/fake-api.ts";
import { sessionOf } from "../../platform/session/testing/session-of.ts";
import { openApp } from "./open-app.tsx";

export const GPS = ["a.000", "a.001", "a.002", "a.003"];
const RANGE = ["1.range", "2.range"];

const log = (given: Partial<SensorLog> = {}): SensorLog => ({
  SensorID: "SL000153",
  ProjectID: "PRJ00001",
  Sensor: "Galaxy - 045",
  SecondarySensor: null,
  Type: "LiDAR",
  Status: "Successful Capture",
  SurveyStart: "2026-03-14T01:22:00.000Z",
  SurveyEnd: "2026-03-14T04:02:00.000Z",
  Projects: [
    { ProjectName: "Coast", ProjectStatus: "Processing", ProcessingTemplate: "LiDAR-MiningAI" },
  ],
  Flights: [{ FlightID: "FL000153", Aircraft: "VH-ABC" }],
  ...given,
});
const template = (Name: string, ...areas: ("gps" | "lms" | "stage")[]) => ({
  Name,
  Area: "ip",
  Jobs: areas.map((Area) => ({ Name: Area, Label: Area, Area })),
});
export const found = (Level: CustomPreflight["Jobs"][0]["Lines"][0]["Level"], Text = "Found") => {
  const Lines = [{ Check: "inputs", Level, Text, Advice: null }];
  return { Jobs: [{ Name: "GPS", Label: "GPS & EO", Lines, Expected: null }] };
};
export const made = processingDocument({
  FlightID: "FL000153",
  CustomProcessing: customDocument(),
});

/** Opens an address of custom processing on answers of its own. */
export async function openCustom(address: string, answers: FakeAnswers = {}, ...roles: Role[]) {
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    listProcessings: () => ({ items: [], total: 0 }),
    countFailures: () => ({ Jobs: 0 }),
    listSensorLogs: () => [log(), log({ ProjectID: "PRJ00002" })],
    listGPSFiles: () => GPS,
    listRangeFiles: () => RANGE,
    listTemplates: () => [
      template("LiDAR", "gps", "lms", "stage"),
      template("LiDAR-MiningAI", "gps", "lms", "stage"),
      template("Imagery", "gps", "stage"),
    ],
    readCustomPreflight: () => found("ok"),
    submitCustom: () => made,
    ...answers,
  });
  const opened = openApp(address, await sessionOf(["base", ...roles]), api);
  const bodies = (name: string) =>
    api.calls.filter((call) => call.name === name).map(({ request }) => request.body);
  return { ...opened, api, bodies };
}
