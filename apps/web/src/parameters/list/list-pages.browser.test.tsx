import type { Calibration, CalibrationFilters } from "@swath/contract/calibrations";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { renderPage } from "../../data/testing/render-page.tsx";
import { type FakeAnswers, fakeApi } from "../../platform/api/testing/fake-api.ts";
import { lidarRecord } from "../testing/records.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { LidarListPage } from "./list-pages.tsx";

const DEBOUNCE_MS = 1_000;

let leave = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
// Below it rows are cards.
beforeEach(() => screen.viewport(1_425, 900));
afterEach(() => {
  leave();
  vi.useRealTimers();
});

async function setUp(records: readonly Calibration[], answers: FakeAnswers = {}) {
  const onFilters = vi.fn<(filters: CalibrationFilters) => void>();
  const onPage = vi.fn<(page: number) => void>();
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "4.2" }),
    listCalibrations: () => ({ items: records, total: records.length }),
    listAircraft: () => ["VH-ABC", "VH-DEF"].map((Name) => ({ Name, Type: "FixedWing" })),
    listSensorEquipment: () => [
      { Name: "Galaxy Prime - 045", Type: "LiDAR" },
      { Name: "P1 - 118", Type: "MediumFormatImagery" },
    ],
    ...answers,
  });
  function Listed() {
    const [filters, setFilters] = useState<CalibrationFilters>({});
    return (
      <LidarListPage
        page={1}
        onPage={onPage}
        filters={filters}
        onFilters={(chosen) => {
          onFilters(chosen);
          setFilters(chosen);
        }}
      />
    );
  }
  const rendered = await renderPage(api);
  leave = rendered.leave;
  rendered.draw(<Listed />);
  return { api, onFilters, onPage };
}

const cells = (row: number) =>
  [...(screen.getByRole("row").elements()[row]?.children ?? [])].map(
    ({ textContent }) => textContent,
  );
const queries = (api: ReturnType<typeof fakeApi>) =>
  api.calls.filter(({ name }) => name === "listCalibrations").map(({ request }) => request.query);
const filter = (name: string) => screen.getByRole("button", { name: `Filter by ${name}` });

test("a record is shown under the columns of document 3, ten to a page", async () => {
  const { api } = await setUp([lidarRecord()]);
  await expect.element(screen.getByRole("rowheader", { name: "VH-ABC" })).toBeVisible();
  await expectAccessible();
  const heads = screen.getByRole("columnheader").elements();
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    "Compare",
    "Aircraft",
    "Aircraft Type",
    "Sensor",
    "Survey Date/Wheels Up",
    "Expiry",
    "Calibration Due",
    "LMS Version",
    "Updated",
    "StatusNoneCurrentExpiredInvalid",
    "View",
    "Edit",
    "Delete",
  ]);
  expect(cells(1)).toEqual([
    "",
    "VH-ABC",
    "Fixed-Wing",
    "Galaxy Prime - 045",
    "2026-03-14 01:22 UTC",
    "–",
    "2099-03-14 00:00 UTC",
    "4.2",
    "2026-03-15 02:03 UTC",
    "Valid and current",
    "",
    "",
    "",
  ]);
  expect(queries(api)[0]).toEqual({ page: 1, pageSize: 10 });
  await expect
    .element(screen.getByRole("link", { name: "Add New Calibration Parameters" }))
    .toHaveAttribute("href", "/ip/params/new");
});

test("delete cannot be chosen, edit not for an active record", async () => {
  await setUp([lidarRecord(), lidarRecord({ _id: "a".repeat(24), IsActive: false })]);
  const name = "Galaxy Prime - 045 in VH-ABC, 2026-03-14";
  const remove = screen.getByRole("button", { name: `Delete ${name}` });
  await expect.element(remove.first()).toHaveAttribute("aria-disabled", "true");
  await expect.element(remove.last()).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(screen.getByRole("button", { name: `Edit ${name}` }))
    .toHaveAttribute("aria-disabled", "true");
  await expect
    .element(screen.getByRole("link", { name: `Edit ${name}` }))
    .toHaveAttribute("href", `/ip/params/${"a".repeat(24)}/edit`);
  await expect
    .element(screen.getByRole("link", { name: `View ${name}` }).first())
    .toHaveAttribute("href", "/ip/params/65f0a1b2c3d4e5f601234567");
});

test("what is due, expired, or of another LMS version says so; the latter's row stands out", async () => {
  await setUp([
    lidarRecord({ LMSVersion: "3.9", ScheduledExpiryDate: "2020-01-01T00:00:00.000Z" }),
    lidarRecord({ _id: "b".repeat(24), ExpiryDate: "2026-05-01T00:00:00.000Z" }),
  ]);
  await expect.element(screen.getByText("not current")).toBeVisible();
  await expect.element(screen.getByText("due", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Valid and expired")).toBeVisible();
  const [, first, second] = screen.getByRole("row").elements();
  expect(getComputedStyle(first!).backgroundColor).not.toBe(
    getComputedStyle(second!).backgroundColor,
  );
});

test("a popover filters by some values of a column, one at least, 1 s after the last change", async () => {
  const { api, onFilters } = await setUp([lidarRecord()]);
  await filter("Aircraft").click();
  const popover = screen.getByRole("dialog", { name: "Filter by Aircraft" });
  await expect.element(popover.getByRole("button", { name: "OK" })).toBeDisabled();
  await popover.getByRole("checkbox", { name: "VH-DEF" }).click();
  await popover.getByRole("checkbox", { name: "VH-ABC" }).click();
  await popover.getByRole("button", { name: "OK" }).click();
  // Nothing before the second is over, which assertions that wait would let pass.
  expect(onFilters).not.toHaveBeenCalled();
  await filter("Aircraft Type").click();
  const types = screen.getByRole("dialog", { name: "Filter by Aircraft Type" });
  await types.getByRole("checkbox", { name: "Rotary" }).click();
  await types.getByRole("button", { name: "OK" }).click();
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  expect(onFilters).toHaveBeenLastCalledWith({
    Aircraft: "$any VH-DEF,VH-ABC",
    AircraftType: "$any Rotary",
  });
  await expect.poll(() => queries(api).at(-1)).toMatchObject({ Aircraft: "$any VH-DEF,VH-ABC" });
  await screen.getByRole("button", { name: "Filter by Aircraft, 2 set" }).click();
  await popover.getByRole("button", { name: "Clear" }).click();
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  expect(onFilters).toHaveBeenLastCalledWith({ AircraftType: "$any Rotary" });
});

test("a filter is set by keyboard alone, and the focus comes back to its column", async () => {
  const { onFilters } = await setUp([lidarRecord()]);
  const type = filter("Aircraft Type");
  await expect.element(type).toBeVisible();
  type.element().focus();
  await userEvent.keyboard("{Enter}");
  const popover = screen.getByRole("dialog", { name: "Filter by Aircraft Type" });
  await expect.element(popover).toBeVisible();
  await userEvent.keyboard("{Tab} {Tab}{Tab}{Tab}{Enter}");
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  await expect.poll(() => onFilters.mock.lastCall).toEqual([{ AircraftType: "$any FixedWing" }]);
  await expect
    .element(screen.getByRole("button", { name: /^Filter by Aircraft Type/ }))
    .toHaveFocus();
});

test("survey dates take a range, statuses one of three or none", async () => {
  const { api, onFilters } = await setUp([lidarRecord()]);
  await filter("Survey Date/Wheels Up").click();
  const popover = screen.getByRole("dialog", { name: "Filter by Survey Date/Wheels Up" });
  await expect.element(popover.getByRole("button", { name: "OK" })).toBeDisabled();
  await popover
    .getByRole("group", { name: "Survey Date Start (UTC)" })
    .getByRole("spinbutton", { name: "Year" })
    .click();
  await userEvent.keyboard("20260101");
  // A first start brings the end with it: today.
  await popover.getByRole("button", { name: "OK" }).click();
  const status = screen.getByRole("combobox", { name: "Filter by Status" });
  expect([...(status.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    "None",
    "Current",
    "Expired",
    "Invalid",
  ]);
  await status.selectOptions("Expired");
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  const today = new Date().toISOString().slice(0, 10);
  expect(onFilters).toHaveBeenLastCalledWith({ Date: `2026-01-01+${today}`, Status: "Expired" });
  await expect
    .poll(() => queries(api).at(-1))
    .toEqual({
      page: 1,
      pageSize: 10,
      SurveyDate: `2026-01-01+${today}`,
      Status: "Expired",
    });
  await screen.getByRole("button", { name: "Clear all filters" }).click();
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
  expect(onFilters).toHaveBeenLastCalledWith({});
});

test("where there are none the heads stay, and why is said", async () => {
  await setUp([]);
  await expect.element(screen.getByText("No calibration parameters")).toBeVisible();
  await expect.element(filter("Sensor")).toBeVisible();
});

/** Words of the heads that stand on two lines. */
function brokenWords(): string[] {
  const range = document.createRange();
  const isBroken = (text: Text, { index, 0: word }: RegExpExecArray): boolean => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1;
  };
  return screen
    .getByRole("columnheader")
    .elements()
    .flatMap((head) => {
      const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const word of (text as Text).data.matchAll(/\S+/g))
          if (isBroken(text as Text, word)) broken.push(word[0]);
      return broken;
    });
}

test.each([1_425, 1_920])("no head is broken within a word at %d px", async (width) => {
  await screen.viewport(width, 900);
  await setUp([lidarRecord()]);
  await expect.element(screen.getByRole("columnheader", { name: "Delete" })).toBeVisible();
  expect(brokenWords()).toEqual([]);
});
