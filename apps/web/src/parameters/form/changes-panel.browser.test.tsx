import { LIDAR_PARAMETERS } from "@swath/contract/calibrations";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { ApiError } from "../../platform/api/api-error.ts";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { lidarRecord } from "../testing/records.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { ChangesPanel } from "./changes-panel.tsx";
import { entriesOf, type ParameterEntries } from "./parameter-entries.ts";

let leave = (): void => undefined;
// Below it rows are cards.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => leave());

const former = lidarRecord({ _id: "f".repeat(24), SurveyDate: "2026-01-10T00:00:00.000Z" });
const own = lidarRecord();

async function open(change: Partial<ParameterEntries>, answers: FakeAnswers = {}) {
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "4.2" }),
    listCalibrations: () => ({ items: [own, former], total: 2 }),
    ...answers,
  });
  const rendered = await renderPage(api);
  leave = rendered.leave;
  const entries = { ...entriesOf(LIDAR_PARAMETERS, own), ...change };
  rendered.draw(
    <>
      <h1>Edit LiDAR parameters</h1>
      <ChangesPanel kind="lidar" entries={entries} />
    </>,
  );
  return api;
}

const texts = {
  ...entriesOf(LIDAR_PARAMETERS, own).texts,
  PriGNSSLeverX: "0.9",
  RefToIMULeverX: "",
};
const rowNames = () =>
  screen
    .getByRole("rowheader")
    .elements()
    .map(({ textContent }) => textContent);

test("each value stands beside the former one, with how many change; those alone on demand", async () => {
  const api = await open({ texts });
  await expect.element(screen.getByText("1 change, 1 not entered yet")).toBeVisible();
  await expectAccessible();
  const row = screen.getByRole("rowheader", { name: "GPS Lever Arm X" }).element().parentElement;
  expect([...(row?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    "GPS Lever Arm X",
    "0.842 m",
    "0.9 m",
    "0.058 m more",
  ]);
  expect(rowNames()).toHaveLength(11);
  await screen.getByRole("switch", { name: "Show only changes" }).click();
  expect(rowNames()).toEqual(["GPS Lever Arm X"]);
  await expect
    .element(screen.getByRole("link", { name: "surveyed 2026-01-10 00:00 UTC" }))
    .toHaveAttribute("href", `/ip/params/${former._id}`);
  expect(api.calls.find(({ name }) => name === "listCalibrations")?.request.query).toMatchObject({
    Aircraft: "$any VH-ABC",
    SensorName: "$any Galaxy Prime - 045",
    SurveyDate: "1980-01-01+2026-03-14",
  });
});

test("a record that misses parameters is no former one, nor is a later one", async () => {
  const items = [own, { ...former, IsActive: false }];
  await open({}, { listCalibrations: () => ({ items, total: 2 }) });
  await expect
    .element(screen.getByText("This sensor has no former record in this aircraft."))
    .toBeVisible();
});

test("before sensor and aircraft are chosen, and where nothing changes, that is said", async () => {
  const api = await open({ sensor: null });
  await expect.element(screen.getByText("Choose sensor and aircraft to see them.")).toBeVisible();
  expect(api.calls.filter(({ name }) => name === "listCalibrations")).toEqual([]);
  leave();
  await open({});
  await expect.element(screen.getByText("No changes", { exact: true })).toBeVisible();
  await screen.getByRole("switch", { name: "Show only changes" }).click();
  await expect.element(screen.getByRole("table")).not.toBeInTheDocument();
});

test("a former record that cannot be loaded says so", async () => {
  await open(
    {},
    {
      listCalibrations: () => {
        throw new ApiError({ status: 500, code: "INTERNAL_ERROR", message: "It failed." });
      },
    },
  );
  await expect.element(screen.getByText("The former record could not be loaded")).toBeVisible();
});
