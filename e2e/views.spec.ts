import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const ADDRESS = { Status: "$any COMPLETED", limit: "50" } as const;
const CHIP = "Status, filters: 1";

const chipOf = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const sizeOf = (page: Page) => page.getByRole("combobox");

test("the state of a list is in its address, and a view opens it", async ({ asUser }) => {
  const page = await asUser("crew");
  const address = new URLSearchParams(ADDRESS);
  await page.goto(`/iptm?${address}&Nonsense=x&Date=2026-02-30%2B2026-01-01&page=-4`);
  await expect(chipOf(page, CHIP)).toBeVisible();
  // What is malformed is left out, and the rest is not lost over it.
  await expect.poll(() => searchOf(page)).toEqual(ADDRESS);

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as..." }).click();
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.type("Mine <b>too</b>");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.reload();
  await expect(chipOf(page, CHIP)).toBeVisible();
  await page.goto("/iptm");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(chipOf(page, CHIP)).toBeHidden();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitemradio", { name: "Mine <b>too</b>" }).click();
  await expect(chipOf(page, CHIP)).toBeVisible();
  await expect(sizeOf(page)).toHaveValue(ADDRESS.limit);

  await page.goBack();
  await expect(chipOf(page, CHIP)).toBeHidden();
  expect(searchOf(page)).toEqual({});
  await page.goForward();
  await expect(chipOf(page, CHIP)).toBeVisible();
  expect(searchOf(page)).toMatchObject(ADDRESS);
});
