import { afterEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { flight, sensorLog, upload } from "../flights/testing/flights.ts";
import { fakeApi, type FakeAnswers } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

const AT = "2026-03-14T02:05:09.123Z";

/** Names as long as they come. */
const FLIGHT = flight({
  Sensors: [sensorLog({ Sensor: "Leica Terrain Mapper - 91" })],
  Uploads: [
    upload("TerrainMapperGPS", "DATA_READY"),
    upload("TerrainMapperLIDAR", "DATA_READY"),
    upload("TerrainMapperRAW"),
    upload("TerrainMapperImagery"),
  ],
});
const SESSION = {
  id: "00000000-0000-4000-8000-000000000001",
  device: "Firefox 142 on Linux",
  address: "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
  begun: AT,
  lastUsed: AT,
  ends: AT,
  isCurrent: false,
};
const GROUP = {
  Key: "a".repeat(24),
  Message: "a/path/that/has/no/place/at/which/it/breaks/and/is/long.las ends at point 1204",
  Example: "a/path/that/has/no/place/at/which/it/breaks/and/is/long.las ends at point 1204",
  Kinds: ["failed", "completedWithFailures"],
  Stages: ["Strip differences", "GPS & EO"],
  Jobs: 3,
  Flights: 2,
  First: AT,
  Last: "2026-03-15T02:05:09.123Z",
};

const ANSWERS: FakeAnswers = {
  listFlights: () => ({ items: [FLIGHT], total: 12 }),
  readFlight: () => FLIGHT,
  listNews: () => ({ unread: 0, news: [] }),
  listFollows: () => ["FL000123"],
  readNewsSettings: () => ({
    mail: { address: "crew@example.test", isOn: false, minutes: 30 },
    push: null,
  }),
  listSessions: () => [SESSION],
  listEverybodysSessions: () => ({
    items: [{ ...SESSION, subject: "crew", name: "Casey Crew" }],
    total: 1,
  }),
  readSettings: () => ({ LMSCurrentVersion: "3.3.3", requireReason: false }),
  readLMSVersion: () => ({
    LMSCurrentVersion: "4.2",
    updated: AT,
    changedBy: null,
    inForce: [{ LMSVersion: "4.2", records: 12 }],
    changes: [{ at: AT, name: null, before: null, after: "4.2" }],
  }),
  readHistory: () => ({
    items: [
      {
        id: 1,
        at: AT,
        action: "upload.moved",
        actor: "person",
        name: "Casey Crew",
        upload: { _id: "0".repeat(24), Type: "LiDAR", SensorName: "Galaxy Prime - 045" },
        detail: { from: "UPLOADING", to: "UPLOAD_PAUSED", isUpdate: false },
        address: "192.0.2.7",
        requestId: "r-1",
      },
    ],
    total: 1,
  }),
  listProcessings: () => ({ items: [], total: 0 }),
  countFailures: () => ({ Jobs: 3 }),
  listFailureGroups: () => ({ items: [GROUP], total: 1 }),
  listInstructions: () => ({ items: [], total: 0 }),
  listBuckets: () => [{ name: "lidar", objectCount: 1_234, size: 2_097_152, inventoryTime: AT }],
};

let leave = (): void => undefined;
afterEach(async () => {
  leave();
  await screen.viewport(414, 896);
});

async function open(address: string, width: number, height = 740) {
  await screen.viewport(width, height);
  const session = await sessionOf(["base", "leader", "admin", "resubmit"]);
  ({ leave } = openApp(address, session, fakeApi(ANSWERS)));
}

/** What of the page lies beyond the window's right edge, in px. */
const sidewise = (): number => document.documentElement.scrollWidth - window.innerWidth;

test.each<[address: string, seen: string]>([
  ["/post", "FL000123"],
  ["/post/FL000123/history", "192.0.2.7"],
  ["/sessions", "Firefox 142 on Linux"],
  ["/administration", "LMS version"],
  ["/following", "Flights you follow"],
  ["/ip/failures", "Strip differences"],
  ["/ip/instructions", "No instructions yet"],
  ["/ip/custom_processing/sensor", "Please enter a Flight ID above"],
  ["/explorer", "lidar"],
  ["/nowhere", "There is no page at this address"],
])("%s fits a phone, and can be read there", async (address, seen) => {
  for (const width of [390, 360]) {
    await open(address, width);
    await expect.element(screen.getByText(seen).first()).toBeVisible();
    expect(sidewise()).toBeLessThanOrEqual(0);
    if (width === 360) await expectAccessible();
    leave();
  }
});

test("a flight's uploads stand within its card", async () => {
  await open("/post", 360);
  const card = screen
    .getByRole("list", { name: /^Flights/ })
    .getByRole("listitem")
    .first();
  await expect.element(card).toBeVisible();
  const { right } = card.element().getBoundingClientRect();
  const beyond = [...card.element().querySelectorAll("a, button")].filter(
    (each) => each.getBoundingClientRect().right > right,
  );
  expect(beyond.map(({ textContent }) => textContent)).toEqual([]);
});

test("header, note and tabs leave a phone four fifths of its height, and scroll away", async () => {
  await screen.viewport(390, 844);
  const session = await sessionOf(["base", "leader"]);
  const { SAMPLE_CONFIG } = await import("../platform/config/testing/sample-config.ts");
  const config = { ...SAMPLE_CONFIG, demonstration: true };
  ({ leave } = openApp("/post", session, fakeApi(ANSWERS), undefined, config));
  const title = screen.getByRole("heading", { name: "Flights", level: 1 });
  await expect.element(title).toBeVisible();
  expect(title.element().getBoundingClientRect().top).toBeLessThan(844 / 5);
  const more = screen.getByRole("button", { name: "All of this note" });
  await expect.element(more).toHaveAttribute("aria-expanded", "false");
  const tour = screen.getByText("Get a sample folder");
  await expect.element(tour).not.toBeVisible();
  await more.click();
  await expect.element(tour).toBeVisible();
  await expectAccessible();
});
