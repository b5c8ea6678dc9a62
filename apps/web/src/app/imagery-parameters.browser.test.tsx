import { IMAGERY_PARAMETERS, type ImageryCalibration } from "@swath/contract/calibrations";
import type { Role } from "@swath/contract/identity";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { imageryRecord } from "../parameters/testing/records.ts";
import { ApiError } from "../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

let leave = (): void => undefined;
// Below it the tabs are folded.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => {
  leave();
  sessionStorage.clear();
});

const OTHER = "85f0a1b2c3d4e5f601234567";
const incomplete = (change: Partial<ImageryCalibration> = {}) =>
  imageryRecord({ _id: OTHER, IsActive: false, CameraLeverArmX: null, ...change });

async function open(
  address: string,
  records: readonly ImageryCalibration[],
  { roles = [], answers = {} }: { roles?: Role[]; answers?: FakeAnswers } = {},
) {
  const server = { records };
  const recordOf = (request: { params?: unknown }) => {
    const { calibrationId } = request.params as { calibrationId: string };
    return server.records.find(({ _id }) => _id === calibrationId);
  };
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "4.2", requireReason: false }),
    listNews: () => ({ unread: 0, news: [] }),
    countFailures: () => ({ Jobs: 0 }),
    listImageryCalibrations: () => ({ items: server.records, total: server.records.length }),
    readImageryCalibration: ({ request }) => {
      const record = recordOf(request);
      if (record !== undefined) return record;
      throw new ApiError({ status: 404, code: "CALIBRATION_NOT_FOUND", message: "none" });
    },
    listAircraft: () => ["VH-ABC", "VH-DEF"].map((Name) => ({ Name, Type: "FixedWing" })),
    listSensorEquipment: () => [
      { Name: "Galaxy Prime - 045", Type: "LiDAR" },
      { Name: "P1-118", Type: "MediumFormatImagery" },
      { Name: "Vexcel - 210", Type: "MediumFormatImagery" },
    ],
    listUnique: () => ["P1-118", "P1-119"],
    listMatchingFlights: () => ({
      total: 1,
      named: [
        {
          processingId: "p",
          FlightID: "FL000101",
          SensorID: "SL000101",
          Date: "2026-03-20T00:00:00.000Z",
          calibrationId: null,
        },
      ],
    }),
    ...answers,
  });
  const app = openApp(address, await sessionOf(["base", ...roles]), api);
  leave = app.leave;
  const requests = (name: string) =>
    api.calls.filter((call) => call.name === name).map(({ request }) => request);
  return { server, requests, router: app.router };
}

const button = (name: string) => screen.getByRole("button", { name, exact: true });
const link = (name: string) => screen.getByRole("link", { name, exact: true });
const field = (name: string) => screen.getByRole("textbox", { name, exact: true });
const tabs = () =>
  screen
    .getByRole("navigation", { name: "Processing" })
    .getByRole("link")
    .elements()
    .map(({ textContent }) => textContent);
const focus = (element: Element): void => (element as HTMLElement).focus();
const line = (name: string) =>
  screen.getByRole("row").filter({ has: screen.getByRole("rowheader", { name, exact: true }) });
const row = (number: number) => screen.getByRole("row").nth(number);

test("imagery parameters are shown under the columns of document 3, ten to a page", async () => {
  const { requests } = await open("/ip/imagery-params", [imageryRecord(), incomplete()]);
  await expect.element(row(2)).toBeVisible();
  const heads = screen.getByRole("columnheader").elements();
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    "Compare",
    "Aircraft",
    "Aircraft Type",
    "Sensor",
    "Survey Date Wheels Up (UTC)",
    "Updated (UTC)",
    "View",
    "Edit",
  ]);
  expect([...(row(1).element().children ?? [])].map(({ textContent }) => textContent)).toEqual([
    "",
    "VH-ABC",
    "Fixed-Wing",
    "P1-118",
    "2026-03-1401:22:05",
    "2026-03-15 02:03:04",
    "",
    "",
  ]);
  expect(requests("listImageryCalibrations")[0]?.query).toMatchObject({ page: 1, pageSize: 10 });
  expect(tabs()).toEqual([
    "DASHBOARD",
    "FAILURES",
    "LIDAR PARAMETERS",
    "IMAGERY PARAMETERS",
    "CUSTOM PROCESSING",
    "DELIVERY INSTRUCTIONS",
  ]);
  await link("View P1-118 in VH-ABC, 2026-03-14").first().hover();
  await expect.element(screen.getByText("Click to view parameters")).toBeVisible();
  // Active: it only looks like an action.
  const edit = row(1).getByRole("button", { name: /^Edit / });
  await expect.element(edit).toHaveAttribute("aria-disabled", "true");
  await expect.element(row(2).getByRole("link", { name: /^Edit / })).toBeVisible();
  await expectAccessible();
});

test("until they are there 'Loading Parameters...' says so", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await open("/ip/imagery-params", [], {
    answers: {
      listImageryCalibrations: async () => {
        await promise;
        return { items: [], total: 0 };
      },
    },
  });
  await expect.element(screen.getByText("Loading Parameters...")).toBeVisible();
  resolve();
  await expect.element(screen.getByText("No calibration parameters")).toBeVisible();
});

test("a filter is set by keyboard, stands in the address, and is cleared with all others", async () => {
  const { requests, router } = await open("/ip/imagery-params", [imageryRecord()]);
  await expect.element(row(1)).toBeVisible();
  expect(button("Clear all filters").elements()).toEqual([]);
  focus(button("Filter by Sensor").element());
  await userEvent.keyboard("{Enter}");
  const popover = screen.getByRole("dialog", { name: "Filter by Sensor" });
  await expect.element(popover).toBeVisible();
  await expect.element(popover.getByRole("button", { name: "OK" })).toBeDisabled();
  focus(popover.getByRole("checkbox", { name: "P1-119" }).element());
  await userEvent.keyboard(" ");
  await popover.getByRole("button", { name: "OK" }).click();
  const at = () => expect.poll(() => router.state.location.search);
  await at().toEqual({ SensorName: "$any P1-119" });
  await expect
    .poll(() => requests("listImageryCalibrations").at(-1)?.query)
    .toMatchObject({ SensorName: "$any P1-119" });
  await button("Clear all filters").click();
  await at().toEqual({});
  await expect.element(button("Clear all filters")).not.toBeInTheDocument();
});

/** Chooses one of a list by typing its beginning. */
async function choose(name: string, text: string): Promise<void> {
  const box = screen.getByRole("combobox", { name });
  await expect.element(box).toBeVisible();
  focus(box.element());
  await userEvent.keyboard(`${text}{ArrowDown}{Enter}`);
}
const NUMBERS: Readonly<Record<string, string>> = {
  "Camera Lever Arm X": "0.2",
  "Camera Lever Arm Y": "-0.1",
  "Camera Lever Arm Z": "0.16",
  "Boresight Angle Tx": "0.08",
  "Boresight Angle Ty": "-0.11",
  "Boresight Angle Tz": "0.25",
  "Kappa Cardinal": "90",
};

test("new parameters are entered by keyboard, and saved once everything is there", async () => {
  const { requests, router } = await open("/ip/imagery-params/new", [], {
    answers: { createImageryCalibration: () => ({ result: imageryRecord() }) },
  });
  await expect
    .element(screen.getByRole("heading", { name: "New imagery parameters" }))
    .toBeVisible();
  expect(tabs()).toContain("NEW PARAMETER");
  await expect
    .element(screen.getByRole("heading", { name: "Boresight Angles (arc minutes)" }))
    .toBeVisible();
  const add = button("Add Parameters");
  const [first, ...others] = Object.entries(NUMBERS);
  focus(field(first![0]).element());
  await userEvent.keyboard(first![1]);
  // The form is drawn again for each key.
  for (const [name, text] of others) await field(name).fill(text);
  await choose("Imagery Sensor", "P1");
  await choose("Aircraft", "VH-DEF");
  await expect.element(add).toBeDisabled();
  focus(screen.getByRole("spinbutton", { name: "Year" }).element());
  await userEvent.keyboard("202603140122");
  await expect.element(screen.getByText("1 processing.")).toBeVisible();
  await expect.element(add).toBeEnabled();
  await field("Camera Lever Arm X").fill("40");
  await expect.element(screen.getByText("Usually -5 to 5 m.")).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  const dialog = screen.getByRole("dialog", { name: "Are these values right?" });
  await expect
    .element(dialog.getByText("Camera Lever Arm X is 40 m; usual values are -5 to 5 m"))
    .toBeVisible();
  expect(requests("createImageryCalibration")).toEqual([]);
  await dialog.getByRole("button", { name: "Save them" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/ip/imagery-params");
  await expect.element(screen.getByText("Parameters added")).toBeVisible();
  const numbers = Object.values({ ...NUMBERS, "Camera Lever Arm X": "40" }).map(Number);
  expect(requests("createImageryCalibration")[0]?.body).toEqual({
    SensorName: "P1-118",
    Aircraft: "VH-DEF",
    SurveyDate: "2026-03-14T01:22:00.000Z",
    ...Object.fromEntries(IMAGERY_PARAMETERS.map((name, i) => [name, numbers[i]])),
    ScheduledExpiryDate: null,
    FlightID: null,
    Confirmed: ["CameraLeverArmX"],
  });
  const asked = requests("listMatchingFlights").at(-1)?.query;
  expect(asked).toMatchObject({ kind: "imagery", SensorName: "P1-118", Aircraft: "VH-DEF" });
});

test("a camera that is no P1 is not offered, and a record of one says what to choose", async () => {
  await open(`/ip/imagery-params/${OTHER}/edit`, [incomplete({ SensorName: "Vexcel - 210" })]);
  const box = screen.getByRole("combobox", { name: "Imagery Sensor" });
  await expect
    .element(screen.getByText("Choose a sensor whose name begins with P1-."))
    .toBeVisible();
  await expectAccessible();
  await field("Camera Lever Arm X").fill("0.2");
  await expect.element(button("Update Parameters")).toBeDisabled();
  await box.click();
  const options = screen
    .getByRole("option")
    .elements()
    .map(({ textContent }) => textContent);
  expect(options.toSorted()).toEqual(["P1-118", "Vexcel - 210"]);
  await screen.getByRole("option", { name: "P1-118" }).click();
  await expect.element(button("Update Parameters")).toBeEnabled();
});

test("of two who complete a record the second learns what the first one saved", async () => {
  const first = incomplete();
  const { server, requests, router } = await open(`/ip/imagery-params/${OTHER}/edit`, [first], {
    answers: {
      updateImageryCalibration: ({ request }) => {
        const { updated } = request.query as { updated: string };
        if (updated === server.records[0]!.Updated) return server.records[0]!;
        throw new ApiError({ status: 409, code: "RECORD_CHANGED", message: "changed" });
      },
    },
  });
  await field("Camera Lever Arm X").fill("0.2");
  server.records = [{ ...first, KappaCardinal: 180, Updated: "2026-03-16T00:00:00.000Z" }];
  await button("Update Parameters").click();
  const changed = screen.getByRole("dialog", { name: "Another person changed these parameters" });
  const cells = changed.getByRole("row").nth(1);
  await expect.element(cells).toHaveTextContent("Kappa Cardinal90180");
  await changed.getByRole("button", { name: "Keep my entries" }).click();
  await button("Update Parameters").click();
  await expect.poll(() => router.state.location.pathname).toBe("/ip/imagery-params");
  expect(requests("updateImageryCalibration").map(({ query }) => query)).toEqual([
    { updated: first.Updated },
    { updated: "2026-03-16T00:00:00.000Z" },
  ]);
});

test("a record is read under its own tab, with the flights that it is for", async () => {
  await open(`/ip/imagery-params/${imageryRecord()._id}`, [imageryRecord()]);
  await expect.element(screen.getByRole("heading", { name: "P1-118 in VH-ABC" })).toBeVisible();
  expect(tabs()).toContain("SELECTED PARAMETER");
  await expect.element(screen.getByText("0.0842 °")).toBeVisible();
  await expect.element(screen.getByText("Boresight Angle Tx")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "FL000101" })).toBeVisible();
  await expectAccessible();
});

test("two records are chosen by keyboard and compared, in words and in the address", async () => {
  const other = incomplete({ CameraLeverArmX: 0.015, KappaCardinal: 180 });
  const { router } = await open("/ip/imagery-params", [imageryRecord(), other]);
  await expect.element(row(2)).toBeVisible();
  const box = (number: number) => row(number).getByRole("checkbox");
  focus(box(1).element());
  await userEvent.keyboard(" ");
  await expect.element(screen.getByText("Choose another one to compare it with.")).toBeVisible();
  focus(box(2).element());
  await userEvent.keyboard(" ");
  focus(link("Compare").element());
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("3 of 14 values differ")).toBeVisible();
  await expectAccessible();
  expect(router.state.location.search).toEqual({ first: imageryRecord()._id, second: OTHER });
  await expect
    .element(line("Camera Lever Arm X"))
    .toHaveTextContent("Camera Lever Arm X0.215 m0.015 m0.2 m less");
  await expect
    .element(line("Kappa Cardinal"))
    .toHaveTextContent("Kappa Cardinal90 °180 °90 ° more");
  await expect.element(line("Sensor")).toHaveTextContent("SensorP1-118P1-118the same");
  focus(screen.getByRole("switch", { name: "Only what differs" }).element());
  await userEvent.keyboard(" ");
  await expect.element(line("Sensor")).not.toBeInTheDocument();
  await expect.element(line("Kappa Cardinal")).toBeVisible();
  await button("Swap").click();
  await expect
    .element(line("Kappa Cardinal"))
    .toHaveTextContent("Kappa Cardinal180 °90 °90 ° less");
  expect(router.state.location.search).toEqual({
    first: OTHER,
    second: imageryRecord()._id,
    only: true,
  });
});

test("of three that are chosen the first goes", async () => {
  const records = ["1", "2", "3"].map((n) =>
    imageryRecord({ _id: n.repeat(24), SensorName: `P1-${n}` }),
  );
  await open("/ip/imagery-params", records);
  for (const n of [1, 2, 3]) await row(n).getByRole("checkbox").click();
  await expect.element(row(1).getByRole("checkbox")).not.toBeChecked();
  const href = link("Compare").element().getAttribute("href") ?? "";
  expect(
    [...new URL(href, location.href).searchParams.values()].map((id) => id.replaceAll('"', "")),
  ).toEqual(["2".repeat(24), "3".repeat(24)]);
  await button("Choose none").click();
  await expect.element(link("Compare")).not.toBeInTheDocument();
});

test("an address without two records leads to the list, and one of an unknown record says so", async () => {
  const known = imageryRecord()._id;
  await open(`/ip/imagery-params/compare?first=${known}&second=nonsense`, [imageryRecord()]);
  await expect.element(link("Choose them in the list")).toBeVisible();
  leave();
  await open(`/ip/imagery-params/compare?first=${known}&second=${OTHER}`, [imageryRecord()]);
  await expect
    .element(screen.getByText("There are no parameters with this identifier"))
    .toBeVisible();
});

test.each([
  "/ip/imagery-params",
  "/ip/imagery-params/new",
  "/ip/imagery-params/compare",
  `/ip/imagery-params/${OTHER}`,
  `/ip/imagery-params/${OTHER}/edit`,
])("a guest finds nothing at %s", async (address) => {
  const { requests } = await open(address, [incomplete()], { roles: ["guest"] });
  await expect.element(screen.getByText("This area is not open to you")).toBeVisible();
  expect(tabs()).toEqual(["DASHBOARD"]);
  expect(requests("readImageryCalibration")).toEqual([]);
});
