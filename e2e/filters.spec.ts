import type { Locator, Page } from "@playwright/test";
import { call, tokenOf } from "./api.ts";
import { violationsOfBothLooks } from "./axe.ts";
import { BLANK, expect, test } from "./fixtures.ts";

const dialogOf = (page: Page): Locator => page.getByRole("dialog", { name: "Filters" });
const rows = (page: Page): Locator => page.getByRole("link", { name: /^FL\d{6}$/ });

async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("combobox", { name: "Primary ID" })).toBeFocused();
  return dialog;
}

async function idsOf(page: Page): Promise<string[]> {
  await expect(rows(page).first()).toBeVisible();
  return rows(page).allInnerTexts();
}

test("filters by mouse, sends the address to a colleague, and goes back", async ({ asUser }) => {
  const page = await asUser("crew");
  const all = await idsOf(page);
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  const dialog = await openFilters(page);
  await dialog.getByRole("combobox", { name: "Aircraft Type" }).click();
  await page.getByRole("option", { name: "Rotary" }).click();
  await page.keyboard.press("Escape");
  // Live, behind the dialog, from the first page.
  await expect(page).toHaveURL(/AircraftType=/);
  await expect(page).not.toHaveURL(/page=/);
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Aircraft Type, filters: 1" })).toBeVisible();
  await expect.poll(() => rows(page).allInnerTexts()).not.toEqual(all);
  const filtered = await idsOf(page);

  const colleague = await asUser("leader", page.url());
  await expect(colleague.getByRole("button", { name: "Aircraft Type, filters: 1" })).toBeVisible();
  expect(await idsOf(colleague)).toEqual(filtered);

  await page.goBack();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("button", { name: /filters:/ })).toHaveCount(0);
  await page.goForward();
  await expect.poll(() => rows(page).allInnerTexts()).toEqual(filtered);
});

test("filters by keyboard alone, from the button to the flights", async ({ asUser }) => {
  const page = await asUser("crew");
  const [id = ""] = await idsOf(page);
  await page.getByRole("button", { name: "Search", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("combobox", { name: "Primary ID" })).toBeFocused();
  await page.keyboard.type(`nonsense`);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Invalid Sensor ID, Project ID or Flight ID.")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(id.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: id })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`FlightID=.*${id}`));
  const search = dialog.getByRole("button", { name: "Search" });
  for (let tabs = 0; tabs < 60; tabs++) {
    if (await search.evaluate((node) => node === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  expect(await idsOf(page)).toEqual([id]);
});

test("the dates follow their rules", async ({ asUser }) => {
  const page = await asUser("crew");
  const dialog = await openFilters(page);
  const year = (which: string): Locator =>
    dialog
      .getByRole("group", { name: `Survey Date ${which} (UTC)` })
      .getByRole("spinbutton", { name: "Year" });
  await expect(year("End")).toHaveAttribute("aria-disabled", "true");
  await year("Start").click();
  await page.keyboard.type("20260601");
  await expect(year("End")).toHaveAttribute("aria-valuenow", String(new Date().getUTCFullYear()));
  await year("End").click();
  await page.keyboard.type("20260601");
  await expect(dialog.getByText("End date should be greater than start date.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Search" })).toBeDisabled();
  await year("End").click();
  await page.keyboard.type("20260615");
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("button", { name: "Survey Date, filters: 1" })).toBeVisible();
  await expect(page).toHaveURL(/Date=2026-06-01%2B2026-06-15/);
  await page.reload();
  await page.getByRole("button", { name: "Survey Date, filters: 1" }).click();
  await expect(year("Start")).toHaveAttribute("aria-valuenow", "2026");
  await expect(year("End")).not.toHaveAttribute("aria-disabled", "true");
});

test("the dashboard's tab and the icon clear the filters", async ({ asUser }) => {
  const page = await asUser("crew", BLANK);
  const address = `/post?AircraftType=${encodeURIComponent("$any Rotary")}`;
  await page.goto(address);
  const active = page.getByRole("button", { name: "Aircraft Type, filters: 1" });
  await expect(active).toBeVisible();
  await page.getByRole("link", { name: "DASHBOARD" }).click();
  await expect(active).toBeHidden();
  await expect(page).toHaveURL(/\/post$/);
  await page.goto(address);
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect(page).toHaveURL(/\/post$/);
});

const HOSTILE = [
  "?FlightID=%3Cscript%3Ealert(1)%3C/script%3E&page=abc",
  "?FlightID=5&Sensor=%5B%22x%22%5D&Date=null&UploadStatus=%24any%20ROOT",
  "?Aircraft=%24any&__proto__=x&constructor=%7B%22a%22%3A1%7D&$custom=%7B%7D",
  "?Date=2026-02-30%2B2026-01-01&Aircraft=%00%01",
];
for (const search of HOSTILE)
  test(`a hostile address gives the whole list: ${search}`, async ({ asUser }) => {
    const page = await asUser("crew", `/post${search}`);
    await expect(rows(page).first()).toBeVisible();
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByRole("button", { name: /filters:/ })).toHaveCount(0);
  });

test("a view is saved, shared, opened by a colleague, and deleted", async ({ asUser, swath }) => {
  const page = await asUser("crew", `/post?AircraftType=${encodeURIComponent("$any Rotary")}`);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as..." }).click();
  await page.keyboard.type("Helicopters");
  await page.getByRole("checkbox").check();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();

  const colleague = await asUser("leader");
  await colleague.getByRole("button", { name: "Views" }).click();
  await expect(colleague.getByRole("menuitemradio", { name: /Helicopters/ })).toBeVisible();
  await colleague.getByRole("menuitemradio", { name: /Helicopters/ }).click();
  await expect(colleague.getByRole("button", { name: "Aircraft Type, filters: 1" })).toBeVisible();
  const leader = tokenOf(swath, "leader");
  const views = await call<{ id: string }[]>(swath, leader, "/main/views?list=flights");
  const path = `/main/views/${views.body[0]?.id}`;
  expect((await call(swath, leader, path, { method: "DELETE" })).status).toBe(403);
  expect((await call(swath, tokenOf(swath, "guest"), path, { method: "DELETE" })).status).toBe(403);

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: 'Delete "Helicopters"...' }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await colleague.reload();
  await colleague.getByRole("button", { name: "Views" }).click();
  await expect(colleague.getByText("No views yet")).toBeVisible();
});

test("the dialog and the views have no axe violation, light or dark", async ({ asUser }) => {
  const page = await asUser("crew", BLANK);
  const fields = "FlightID=%24any%20FL000001&UploadStatus=%24any%20DATA_READY,ARCHIVED";
  await page.goto(`/post?${fields}&Date=2026-01-01%2B2026-06-30`);
  await expect(page.getByRole("button", { name: "Upload Status, filters: 2" })).toBeVisible();
  expect.soft(await violationsOfBothLooks(page)).toEqual([]);
  await openFilters(page);
  expect.soft(await violationsOfBothLooks(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByRole("menuitem", { name: "Save as..." })).toBeVisible();
  expect.soft(await violationsOfBothLooks(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Save as..." }).click();
  expect.soft(await violationsOfBothLooks(page)).toEqual([]);
});
