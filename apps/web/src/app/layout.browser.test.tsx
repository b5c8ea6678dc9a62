import type { Flight } from "@swath/contract/flights";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { flight, sensorLog, upload } from "../flights/testing/flights.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { openApp } from "./testing/open-app.tsx";

/** What holds most in its cells. */
const FULL: Flight = flight({
  Type: [
    "Test Flight - Calibration Flight.",
    "Test Flight - Sensor Testing",
    "Test Flight - Pilot Training",
  ],
  Sensors: [
    sensorLog({ Sensor: "Leica Terrain Mapper - 91" }),
    sensorLog({ Type: "LiDARandImagery" }),
  ],
  Uploads: [
    upload("TerrainMapperSOL", "DATA_READY"),
    upload("TerrainMapperLAZ", "ARCHIVED"),
    upload("TerrainMapperGPS", "DATA_READY"),
    upload("TerrainMapperLIDAR", "DATA_READY"),
    upload("TerrainMapperRAW"),
    upload("TerrainMapperImagery"),
    upload("LiDAR", "DATA_READY"),
    upload("MediumFormatImagery", "ARCHIVED"),
  ],
});
/** Ready for upload. */
const UPLOAD = FULL.Uploads[4]!;

let leave = (): void => undefined;
beforeEach(() => document.body.style.setProperty("margin", "0"));
afterEach(async () => {
  leave();
  await screen.viewport(1280, 720);
});

async function open(address: string, width: number, height: number) {
  await screen.viewport(width, height);
  const api = fakeApi({
    listFlights: () => ({ items: [FULL], total: 1 }),
    readFlight: () => FULL,
    listSensorEquipment: () => [],
    listInstructions: () => ({ items: [], total: 0 }),
    readUpload: () => ({
      status: "READY_FOR_UPLOAD",
      isUpdate: false,
      updated: UPLOAD.Updated,
      user: null,
      isOwn: false,
      reason: null,
    }),
  });
  ({ leave } = openApp(address, await sessionOf(["base"]), api));
}

/** What of the page lies beyond the window's right edge. */
const sidewise = (): number => document.documentElement.scrollWidth - window.innerWidth;

const name = (element: Element): string => element.textContent || element.tagName;

/** What sticks out of its cell. */
const outside = (): string[] =>
  [...document.querySelectorAll("tbody > tr > *")].flatMap((cell) => {
    const right = cell.getBoundingClientRect().right;
    const parts = [...cell.querySelectorAll("a, button, svg")];
    return parts.filter((part) => part.getBoundingClientRect().right > right).map(name);
  });

test.each([1425, 1920])(
  "at %i px nothing sticks out of a cell of the flight list",
  async (width) => {
    await open("/post", width, 900);
    await expect.element(screen.getByRole("button", { name: /^LAZ/ })).toBeVisible();
    expect(outside()).toEqual([]);
    expect(screen.getByRole("region", { name: /scrolls sideways$/ }).elements()).toEqual([]);
    expect(sidewise()).toBeLessThanOrEqual(0);
  },
);

test("nine filters leave Help and Views as they are", async () => {
  const filters = {
    FlightID: "$any FL000123",
    Aircraft: "$any VH-ABC",
    Date: "2026-01-01+2026-02-01",
    Sensor: "$anyOr A",
    FlightType: "$any Successful Capture",
    AircraftType: "$any Rotary",
    SensorType: "$any LiDAR",
    UploadStatus: "$any DATA_READY",
    DataDispatchMethodLiDAR: "$any Upload",
  };
  const help = screen.getByRole("link", { name: "Help" });
  await open("/post", 1425, 900);
  await expect.element(help).toBeVisible();
  const { width, height } = help.element().getBoundingClientRect();
  leave();
  await open(`/post?${new URLSearchParams(filters).toString()}`, 1425, 900);
  await expect
    .element(screen.getByRole("button", { name: "LiDAR Dispatch, filters: 1" }))
    .toBeVisible();
  const squeezed = help.element().getBoundingClientRect();
  expect([squeezed.width, squeezed.height]).toEqual([width, height]);
});

test("in a window of 1280 px a list scrolls by itself, says so and is reached by keyboard", async () => {
  await open("/post", 1280, 720);
  await expect.element(screen.getByRole("button", { name: /^LAZ/ })).toBeVisible();
  expect(sidewise()).toBeLessThanOrEqual(0);
  const frame = screen.getByRole("region", { name: /scrolls sideways$/ });
  await expect.element(frame).toHaveAttribute("tabindex", "0");
  const edges = (): string => {
    const { left, right } = frame.element().parentElement!.dataset;
    return `${left},${right}`;
  };
  expect(edges()).toBe("false,true");
  frame.element().scrollTo({ left: 1000 });
  await expect.poll(edges).toBe("true,false");
});

test.each([
  ["1280x720", 1280, 720],
  ["1280x720 at 200 %", 640, 360],
  ["a phone", 390, 844],
])("the upload page and the validation page fit %s", async (_, width, height) => {
  for (const [address, button] of [
    [`/post/FL000123/uploads/${UPLOAD._id}`, "Upload Flight Folder"],
    [`/post/FL000123/check?upload=${UPLOAD._id}`, "Select Flight Folder"],
  ] as const) {
    await open(address, width, height);
    const choose = screen.getByRole("button", { name: button });
    await expect.element(choose).toBeVisible();
    expect(sidewise()).toBeLessThanOrEqual(0);
    expect(choose.element().getBoundingClientRect().right).toBeLessThanOrEqual(width);
    leave();
  }
});

test.each([
  ["a window of 1280 px", 1280, 720],
  ["half a screen", 900, 900],
  ["1280x720 at 200 %", 640, 360],
  ["a phone", 390, 844],
])("the planning page fits %s, and its map can be used there", async (_, width, height) => {
  await open("/post/extract", width, height);
  const map = screen.getByRole("application", { name: "Map of the loaded geometry" });
  await expect.element(map).toBeVisible();
  expect(sidewise()).toBeLessThanOrEqual(0);
  const frame = map.element().getBoundingClientRect();
  expect(frame.width).toBeGreaterThan(Math.min(width, 600) * 0.9);
  expect(frame.height).toBeGreaterThan(200);
  const buttons = document.querySelectorAll("section button");
  const beyond = [...buttons].filter((each) => each.getBoundingClientRect().right > width);
  expect(beyond.map(name)).toEqual([]);
});
