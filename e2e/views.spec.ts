import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const LISTS = [
  { path: "/post", filters: { AircraftType: "$any Rotary" }, chip: "Aircraft Type, filters: 1" },
  { path: "/ip", filters: { Status: "$any COMPLETED" }, chip: "Status, filters: 1" },
  {
    path: "/iptm",
    filters: { Status: "$any COMPLETED" },
    chip: "Status, filters: 1",
    limit: "50",
  },
] as const;

const chipOf = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const sizeOf = (page: Page) => page.getByRole("combobox");

for (const { path, filters, chip, ...of } of LISTS)
  test(`the state of ${path} is in its address, and a view opens it`, async ({ asUser }) => {
    const page = await asUser("crew");
    const address = new URLSearchParams({ ...filters, ...of });
    await page.goto(`${path}?${address}&Nonsense=x&Date=2026-02-30%2B2026-01-01&page=-4`);
    await expect(chipOf(page, chip)).toBeVisible();
    // What is malformed is left out, and the rest is not lost over it.
    await expect.poll(() => searchOf(page)).toEqual(Object.fromEntries(address));

    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save as..." }).click();
    await page.keyboard.type("Mine <b>too</b>");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeHidden();

    await page.reload();
    await expect(chipOf(page, chip)).toBeVisible();
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(chipOf(page, chip)).toBeHidden();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitemradio", { name: "Mine <b>too</b>" }).click();
    await expect(chipOf(page, chip)).toBeVisible();
    if ("limit" in of) await expect(sizeOf(page)).toHaveValue(of.limit);

    await page.goBack();
    await expect(chipOf(page, chip)).toBeHidden();
    expect(searchOf(page)).toEqual({});
    await page.goForward();
    await expect(chipOf(page, chip)).toBeVisible();
    expect(searchOf(page)).toMatchObject({ ...filters, ...of });
  });
