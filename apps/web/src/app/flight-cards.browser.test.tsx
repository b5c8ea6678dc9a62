import type { HistoryEntry } from "@swath/contract/history";
import type { Role } from "@swath/contract/identity";
import type { FlightMap } from "@swath/contract/processing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { cloudFinding } from "../data/testing/cloud-finding.ts";
import { flight, upload } from "../flights/testing/flights.ts";
import { type FakeAnswers, fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { processingDocument, stageDocument } from "../processing/testing/documents.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

let leave = (): void => undefined;
afterEach(() => {
  leave();
  vi.restoreAllMocks();
});

const READY = upload("LiDAR", "DATA_READY");
const LINES: FlightMap = {
  planned: [
    line("Line 001", -37, {}),
    line("Line 002", -37.01, {}),
    line("Cross Strip 1", -37.02, { crossStrip: true }),
    line("Area", -37.03, { area: true }),
  ],
  flown: [],
};

function line(name: string, south: number, of: { crossStrip?: boolean; area?: boolean }) {
  const path: [number, number][] = [
    [145, south],
    [145.1, south],
  ];
  return { name, path, crossStrip: false, area: false, ...of };
}

const ENTRY: HistoryEntry = {
  id: 1,
  at: "2026-03-14T08:00:00.000Z",
  action: "archive.failed",
  actor: "swath",
  name: null,
  upload: null,
  detail: { bucket: "archive", prefix: "FL000123/", reason: "the store is full" },
  address: null,
  requestId: null,
};

async function open(answers: FakeAnswers = {}, width = 1425, ...roles: Role[]) {
  await screen.viewport(width, 900);
  document.body.style.setProperty("margin", "0");
  const api = fakeApi({
    readFlight: () => flight({ Uploads: [READY] }),
    readFlightProgress: () => [],
    readFlightMap: () => LINES,
    listFindings: () => [],
    readHistory: () => [ENTRY],
    listProcessings: () => [processingDocument({ LMSProcStatus: "NOT_COMMENCED" })],
    listTerrainMapperProcessings: () => ({ documents: [], count: 0 }),
    ...answers,
  });
  ({ leave } = openApp("/post/FL000123", await sessionOf(["base", ...roles]), api));
  return api;
}

const card = (name: string) => screen.getByRole("region", { name, exact: true });
const failed = (): never => {
  throw new Error("the server failed");
};

/** A processing with a stage that published clouds, and one that is yet to. */
const withClouds = () => [
  processingDocument({
    ClusterProcessing: [
      stageDocument(),
      stageDocument({ Name: "ICP2_MineIP1", Label: "ICP2" }),
      stageDocument({ Name: "MiningAI3", Label: "AI3", OutputS3Path: null }),
    ],
  }),
];

describe("the processing of a flight", () => {
  test("says which jobs have begun, which have not, and leads to the dashboard", async () => {
    const api = await open();
    const processing = card("Processing");
    await expect.element(processing).toMatchTextContent("SL000001");
    await expect.element(processing).toMatchTextContent("PRJ00001 · LiDAR-MiningAI");
    await expect.element(processing).toMatchTextContent("2 of 3 jobs done");
    await expect.element(processing).toMatchTextContent("Not commenced: LMS");
    await expect
      .element(processing.getByRole("link", { name: "Open the dashboard" }))
      .toHaveAttribute("href", expect.stringMatching(/^\/ip\?FlightID=/));
    const asked = api.calls.find(({ name }) => name === "listProcessings");
    expect(asked?.request.query).toMatchObject({ FlightID: "$any FL000123" });
  });

  test("leads to the clouds of the jobs that publish any, but no guest", async () => {
    await open({ listProcessings: withClouds });
    const links = card("Processing").getByRole("link", { name: /^View point cloud of/ });
    await expect.element(links).toHaveAttribute("href", expect.stringMatching(/^\/clouds\?/));
    await expect.element(links).toMatchTextContent("View point cloud of ICP2");
    leave();
    await open({ listProcessings: withClouds }, 1425, "guest");
    await expect.element(card("Processing")).toMatchTextContent("SL000001");
    expect(links.elements()).toEqual([]);
  });

  test("is said to be none, or not to be known", async () => {
    await open({ listProcessings: () => [] });
    await expect
      .element(card("Processing"))
      .toMatchTextContent("No data of this flight is processed yet");
    leave();
    await open({ listProcessings: failed });
    await expect
      .element(card("Processing"))
      .toMatchTextContent("The processing could not be loaded: the server failed");
  });
});

describe("the map of a flight", () => {
  test("is drawn of data that is stored, and says in words what it shows", async () => {
    await open();
    await expect
      .element(card("Map"))
      .toMatchTextContent("Planned, in blue: 2 lines, 1 cross-strip; nothing of what was flown");
    await expect
      .element(screen.getByRole("application", { name: "Lines of flight FL000123" }))
      .toBeVisible();
    await expectAccessible();
  });

  test("has flags where something was found, and its words with the way to the cloud", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const place = { ...cloudFinding().place, longitude: 145.05, latitude: -37.01 };
    const api = await open({ listFindings: () => [cloudFinding({ place })] });
    await expect.element(card("Map")).toMatchTextContent("1 finding in the clouds, 1 open");
    const asked = api.calls.find(({ name }) => name === "listFindings");
    expect(asked?.request.query).toEqual({ flightId: "FL000123" });
    await expect.element(card("Map")).toMatchTextContent("0.10 m <b>too high</b>");
    await expectAccessible();
    await card("Map")
      .getByRole("button", { name: /^View in the cloud: Height step/ })
      .click();
    expect(opened.mock.calls[0]![0]).toMatch(
      /^\/clouds\?processing=e334a0bda04947859e512fc2&job=ICP2_MineIP1&profile=/,
    );
    leave();
    const guest = await open({ listFindings: failed }, 1425, "guest");
    await expect.element(card("Map")).toMatchTextContent("Planned, in blue");
    expect(guest.calls.map(({ name }) => name)).not.toContain("listFindings");
  });

  test("is none where nothing is stored, and no lines are asked for", async () => {
    const api = await open({ readFlight: () => flight() });
    await expect.element(card("Processing")).toMatchTextContent("SL000001");
    expect(card("Map").elements()).toEqual([]);
    expect(api.calls.map(({ name }) => name)).not.toContain("readFlightMap");
  });

  test("says so where the data has no lines", async () => {
    await open({ readFlightMap: () => ({ planned: [], flown: [] }) });
    await expect.element(card("Map")).toMatchTextContent("Neither a flight plan nor flown lines");
  });
});

describe("the history of a flight", () => {
  test("is there for those who may read it, with the way to all of it", async () => {
    await open({}, 1425, "leader");
    await expect.element(card("History")).toMatchTextContent("2026-03-14 08:00 UTC, Swath");
    await expect.element(card("History").getByRole("link", { name: "All of it" })).toBeVisible();
  });

  test("is neither asked for nor shown to others", async () => {
    const api = await open();
    await expect.element(card("Sensor logs")).toBeVisible();
    expect(card("History").elements()).toEqual([]);
    expect(api.calls.map(({ name }) => name)).not.toContain("readHistory");
  });
});

test.each([390, 768, 900])("at %i px no card of a flight scrolls sideways", async (width) => {
  await open({}, width, "leader");
  await expect.element(card("Map")).toMatchTextContent("Planned, in blue");
  await expect.element(card("Processing")).toMatchTextContent("SL000001");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
