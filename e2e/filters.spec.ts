import type { Locator, Page } from "@playwright/test";
import { call, tokenOf } from "./api.ts";
import { expect, test } from "./fixtures.ts";

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

test("a view is saved, shared, opened by a colleague, and deleted", async ({ asUser, swath }) => {
  const page = await asUser("crew", `/post?AircraftType=${encodeURIComponent("$any Rotary")}`);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as..." }).click();
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
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
  await page.getByRole("menuitem", { name: 'Delete "Helicopters"' }).click();
  await expect(page.getByText('"Helicopters" was deleted for everyone')).toBeVisible();
  await colleague.reload();
  await colleague.getByRole("button", { name: "Views" }).click();
  await expect(colleague.getByText("No views yet")).toBeVisible();
});
