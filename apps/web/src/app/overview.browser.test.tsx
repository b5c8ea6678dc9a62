import type { Role } from "@swath/contract/identity";
import type { Overview } from "@swath/contract/overview";
import { afterEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { flight, upload } from "../flights/testing/flights.ts";
import { lidarRecord } from "../parameters/testing/records.ts";
import { type FakeAnswers, fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

const NONE = { count: 0, more: false, rows: [] };
const OVERVIEW: Overview = {
  at: "2026-03-20T12:00:00.000Z",
  uploads: { ...NONE, count: 1 },
  flown: NONE,
  ip: { failed: 1, awaitsQA: 2 },
  iptm: { failed: 0, awaitsQA: 0 },
};
const numbered = (number: number): string => `FL00010${number}`;
/** Five flights of successive days. */
const FLIGHTS = [1, 2, 3, 4, 5].map((number) =>
  flight({
    FlightID: numbered(number),
    Date: [`2026-03-0${number}T02:00:00.000Z`],
    Uploads: number === 3 ? [] : [upload("LiDAR", "DATA_READY", { _id: `${number}`.repeat(24) })],
  }),
);
const RECORDS = ["a", "b", "c"].map((letter, place) =>
  lidarRecord({ _id: letter.repeat(24), SurveyDate: `2026-03-0${9 - place}T00:00:00.000Z` }),
);

/** The flights in a range of days, in the order that is asked for. */
function listFlights(query: Readonly<Record<string, string | undefined>>) {
  const [start = "", end = "9"] = query["Date"]?.split("+") ?? [];
  const found = FLIGHTS.filter(({ Date: [date = ""] }) => {
    const day = date.slice(0, 10);
    return day >= start && day <= end;
  });
  const items = query["sort"] === "Date 1" ? found : found.toReversed();
  return { items, total: items.length };
}

/** A failed upload of the overview. */
const failed = (number: number) => ({
  flightId: numbered(number),
  uploadId: `${number}`.repeat(24),
  type: "LiDAR" as const,
  sensor: "Galaxy Prime - 045",
  status: "UPLOAD_FAILED" as const,
  isUpdate: false,
  since: "2026-03-19T12:00:00.000Z",
  reason: null,
});

const api = (answers: FakeAnswers = {}) =>
  fakeApi({
    readOverview: () => OVERVIEW,
    readSettings: () => ({ LMSCurrentVersion: "4.2" }),
    listViews: () => [],
    listFollows: () => [],
    listNews: () => ({ unread: 0, news: [] }),
    countFailures: () => ({ Jobs: 1 }),
    listFlights: ({ request }) => listFlights(request.query as never),
    readFlight: ({ request }) =>
      FLIGHTS.find(({ FlightID }) => FlightID === (request.params as never)["flightId"]),
    listSensorEquipment: () => ({ items: [], total: 0 }),
    listProcessings: () => ({ items: [], total: 0 }),
    listCalibrations: () => ({ items: RECORDS, total: RECORDS.length }),
    listUnique: () => [],
    readCalibration: ({ request }) =>
      RECORDS.find(({ _id }) => _id === (request.params as never)["calibrationId"]),
    ...answers,
  });

let leave = (): void => undefined;
afterEach(() => leave());

async function open(address: string, roles: readonly Role[] = ["base"], calls = api()) {
  await screen.viewport(1_425, 900);
  const opened = openApp(address, await sessionOf(roles), calls);
  ({ leave } = opened);
  return opened.router;
}

const link = (name: string) => screen.getByRole("link", { name, exact: true });
const step = (name: string | RegExp) => screen.getByRole("button", { name });

test("the tabs say how much needs the person, also to those who only hear it", async () => {
  const calls = api();
  await open("/post", ["base"], calls);
  await expect.element(link("PROCESSING")).toHaveAttribute("aria-description", "3 need you");
  await expect.element(link("UPLOAD")).toHaveAttribute("aria-description", "1 needs you");
  await expect.element(link("Terrain Mapper Processing")).toBeVisible();
  await expect.element(link("DASHBOARD")).toHaveAttribute("aria-description", "1 needs you");
  await expectAccessible();
  expect(calls.calls.filter(({ name }) => name === "readOverview")).toHaveLength(1);
  await link("PROCESSING").click();
  await expect.element(link("DASHBOARD")).toHaveAttribute("aria-description", "2 await QA");
});

test("the mark and the first tab lead to what needs the person", async () => {
  const router = await open("/post");
  await screen.getByRole("link", { name: /^Swath.*: What needs me$/ }).click();
  await expect.element(screen.getByRole("heading", { name: "What needs me" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/overview");
  await link("UPLOAD").click();
  await expect.element(screen.getByRole("heading", { name: "Flights" })).toBeVisible();
  await link("OVERVIEW").click();
  await expect.poll(() => router.state.location.pathname).toBe("/overview");
});

test("the root leads to the first area as specified, or to the overview for who chose so", async () => {
  localStorage.clear();
  await open("/");
  await expect.element(screen.getByRole("heading", { name: "Flights" })).toBeVisible();
  await link("OVERVIEW").click();
  await screen.getByRole("switch", { name: "Start here after signing in" }).click();
  leave();
  const router = await open("/");
  await expect.poll(() => router.state.location.pathname).toBe("/overview");
  localStorage.clear();
});

test("a guest, who can act on nothing, is led to the flights and asks for nothing", async () => {
  const calls = api();
  const router = await open("/", ["base", "guest"], calls);
  await expect.element(screen.getByRole("heading", { name: "Flights" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/post");
  expect(link("OVERVIEW").elements()).toEqual([]);
  await expect.element(link("PROCESSING")).toBeVisible();
  expect(calls.calls.filter(({ name }) => name === "readOverview")).toEqual([]);
});

test("from a flight one walks the list that one came from, with its filters", async () => {
  const calls = api();
  const router = await open("/post?ProjectID=%24any%20PRJ00001", ["base"], calls);
  await link("FL000103").click();
  await expect.element(step("Next: FL000102")).toBeEnabled();
  await expect.element(step("Previous: FL000104")).toBeEnabled();
  await expectAccessible();
  await userEvent.keyboard("[[");
  await expect.element(screen.getByRole("heading", { name: "Flight FL000104" })).toBeVisible();
  await step("Previous: FL000105").click();
  await expect.element(step("Previous")).toBeDisabled();
  await userEvent.keyboard("]");
  await expect.poll(() => router.state.location.pathname).toBe("/post/FL000104");
  const asked = calls.calls.filter(
    ({ name, request }) => name === "listFlights" && (request.query as never)["Date"] !== undefined,
  );
  expect(asked.map(({ request }) => (request.query as never)["ProjectID"])).not.toContain(
    undefined,
  );
  router.history.back();
  await expect.poll(() => router.state.location.pathname).toBe("/post");
});

test("who comes by a link walks the whole list", async () => {
  await open("/post/FL000101");
  await expect.element(step("Previous: FL000102")).toBeEnabled();
  await expect.element(step("Next")).toBeDisabled();
});

test("a bracket that is typed into a field stays there", async () => {
  const router = await open("/post/FL000103");
  await expect.element(step("Next: FL000102")).toBeEnabled();
  const field = document.createElement("input");
  document.querySelector("main")!.append(field);
  field.focus();
  await userEvent.keyboard("]");
  expect(field.value).toBe("]");
  expect(router.state.location.pathname).toBe("/post/FL000103");
});

test("from an upload one walks the uploads of the flights, past those that have none", async () => {
  const router = await open(`/post/FL000104/uploads/${"4".repeat(24)}`);
  await expect.element(step("Next: FL000102 LiDAR")).toBeEnabled();
  await expect.element(step("Previous: FL000105 LiDAR")).toBeEnabled();
  await userEvent.keyboard("]");
  await expect
    .poll(() => router.state.location.pathname)
    .toBe(`/post/FL000102/uploads/${"2".repeat(24)}`);
});

test("from an upload of the overview one walks what it lists", async () => {
  const uploads = { count: 2, more: false, rows: [failed(1), failed(5)] };
  await open("/overview", ["base"], api({ readOverview: () => ({ ...OVERVIEW, uploads }) }));
  await link("FL000101 LiDAR").click();
  await expect.element(step("Previous")).toBeDisabled();
  await expect.element(step("Next: FL000105 LiDAR")).toBeEnabled();
});

test("from a record of parameters one walks its list", async () => {
  const router = await open(`/ip/params/${"b".repeat(24)}`);
  await expect.element(step(/^Previous: .*2026-03-09$/)).toBeEnabled();
  await step(/^Next: .*2026-03-07$/).click();
  await expect.poll(() => router.state.location.pathname).toBe(`/ip/params/${"c".repeat(24)}`);
  await expect.element(step("Next")).toBeDisabled();
});
