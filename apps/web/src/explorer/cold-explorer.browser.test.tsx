import type { FlightCold } from "@swath/contract/cold";
import type { ExplorerEntry } from "@swath/contract/explorer";
import type { Role } from "@swath/contract/identity";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { ApiError } from "../platform/api/api-error.ts";
import { fakeApi } from "../platform/api/testing/fake-api.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { list, renderExplorer, TIME } from "./testing/render-explorer.tsx";

const FOLDER = "FL000123/LiDAR/";
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const cold = (more: object = {}): NonNullable<ExplorerEntry["cold"]> => ({
  state: "cold",
  storageClass: "GLACIER",
  since: null,
  tier: null,
  until: null,
  ...more,
});
const restoring = () => cold({ state: "restoring", since: hoursAgo(0.1), tier: "Standard" });

function file(name: string, more: Partial<ExplorerEntry> = {}): ExplorerEntry {
  const facts = { lastModified: TIME, size: 2_097_152, objectCount: null, storageClass: "GLACIER" };
  return { key: FOLDER + name, type: "File", ...facts, ...more };
}

const summary = (more: Partial<FlightCold> = {}): FlightCold => ({
  groups: [
    { ...cold(), objects: 1, bytes: 2_097_152 },
    { ...restoring(), objects: 1, bytes: 2_097_152 },
  ],
  movesTo: "GLACIER",
  move: null,
  restore: null,
  ...more,
});

let leave = (): void => undefined;
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => leave());

async function open(roles: Role[] = [], address = `/explorer?bucket=lidar&prefix=${FOLDER}`) {
  const entries = [
    file("a.las", { cold: cold() }),
    file("b.las", { cold: restoring() }),
    file("c.las", { storageClass: "STANDARD" }),
  ];
  const api = fakeApi({
    listObjects: () => list(entries),
    readCold: () => summary(),
    restoreFromCold: () => summary({ groups: [{ ...restoring(), objects: 2, bytes: 4_194_304 }] }),
    downloadObject: () => {
      const details = { key: `${FOLDER}a.las`, objects: 1, cold: cold() };
      const [code, message] = ["OBJECT_COLD", "in cold storage"];
      throw new ApiError({ status: 409, code, message, details, requestId: "r-1" });
    },
  });
  const explorer = await renderExplorer(api, address, roles);
  ({ leave } = explorer);
  await expect.element(screen.getByRole("grid")).toBeVisible();
  return { ...explorer, api };
}

test("a cold object says that it is cold, and one that is being restored when it can be read", async () => {
  await open();
  await expect
    .element(screen.getByRole("row", { name: /a\.las .* In cold storage/ }))
    .toBeVisible();
  await expect
    .element(screen.getByRole("row", { name: /b\.las .* Restoring, ready in about 4 h/ }))
    .toBeVisible();
  await expect.element(screen.getByRole("row", { name: /c\.las .* STANDARD/ })).toBeVisible();
  const notice = screen.getByRole("status").filter({ hasText: "1 object, 2.00 MB, GLACIER" });
  await expect.element(notice).toBeVisible();
  expect(screen.getByRole("button", { name: "Restore from cold storage" }).elements()).toEqual([]);
  await expectAccessible();
});

test("a download of a cold object says what to do", async () => {
  await open();
  await screen.getByRole("button", { name: "Download a.las" }).click();
  await expect
    .element(
      screen.getByText("a.las: In cold storage. Restore it first, on the page of its flight."),
    )
    .toBeVisible();
});

test("a leader restores the open folder, by the keyboard too, and sees that it begins", async () => {
  const { api } = await open(["leader"]);
  await screen.getByRole("button", { name: "Restore from cold storage" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent("Restoring, ready in about 4 h");
  await expectAccessible();
  const days = dialog.getByRole("textbox", { name: "Days for which it can be read" });
  await days.fill("0");
  await expect.element(dialog.getByRole("button", { name: "Restore" })).toBeDisabled();
  await days.fill("30");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  const orders = api.calls.filter(({ name }) => name === "restoreFromCold");
  expect(orders.map(({ request }) => request.body)).toEqual([
    { bucket: "lidar", prefix: FOLDER, days: 30, tier: "Standard" },
  ]);
});

test("a cold file has no preview, and is restored alone from there", async () => {
  const key = `${FOLDER}a.las`;
  const { api } = await open(["leader"], `/explorer?bucket=lidar&prefix=${FOLDER}&file=${key}`);
  const pane = screen.getByRole("region", { name: "a.las", exact: true });
  await expect.element(pane.getByText("In cold storage", { exact: true })).toBeVisible();
  await expect.element(pane.getByRole("button", { name: "Download" })).toBeDisabled();
  await pane.getByRole("button", { name: "Restore from cold storage" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect
    .poll(() => api.calls.find(({ name }) => name === "restoreFromCold")?.request.body)
    .toMatchObject({ bucket: "lidar", prefix: key });
  expect(api.calls.some(({ name }) => name === "downloadObject")).toBe(false);
  await expectAccessible();
});
