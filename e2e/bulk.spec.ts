import type { Locator, Page } from "@playwright/test";
import { violationsOfBothLooks } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const COMPLETED = `/ip?Status=${encodeURIComponent("$any COMPLETED")}`;

const boxes = (page: Page): Locator => page.getByRole("checkbox", { name: /^Select SL/ });
const bar = (page: Page): Locator => page.getByRole("region", { name: "Selected processings" });

async function begin(page: Page, job: string, action: RegExp): Promise<void> {
  await bar(page).getByRole("combobox", { name: "Job" }).selectOption(job);
  await bar(page).getByRole("button", { name: "Action" }).click();
  await page.getByRole("menuitem", { name: action }).click();
  await page.getByText(/^Eligible \d/).waitFor();
}

test("an action on many processings is done by keyboard, and undone", async ({ asUser }) => {
  const page = await asUser("operator", COMPLETED);
  await boxes(page).first().focus();
  await page.keyboard.press("Space");
  await boxes(page).nth(4).focus();
  await page.keyboard.press("Shift+Space");
  await expect(bar(page).getByText("5 selected")).toBeVisible();

  await bar(page).getByRole("combobox", { name: "Job" }).focus();
  await page.keyboard.type("Every");
  await bar(page).getByRole("button", { name: "Action" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: /^Mark as Superseded/ }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", {
    name: "Mark as Superseded: Every job of 5 processings",
  });
  const line = await dialog.getByText(/^Eligible [1-9]\d*, not/).textContent();
  const eligible = Number(/\d+/.exec(line ?? "")![0]);
  await dialog.getByRole("textbox").fill("flown again");
  await dialog.getByRole("button", { name: `Confirm (${eligible})` }).press("Enter");

  // Where others were left the dialog says why, and offers the undo itself.
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByText(`Undone for ${eligible} job`)).toBeVisible();
});

test("what the filters find is previewed and acted on, whichever page it is on", async ({
  asUser,
}) => {
  const page = await asUser("operator", "/iptm");
  await boxes(page).first().click();
  await page.getByRole("button", { name: /^Select all \d+ that the filters find$/ }).click();
  await expect(bar(page).getByText(/^All \d+ selected$/)).toBeVisible();
  await begin(page, "*", /^Cancel Job/);
  await page.getByRole("button", { name: "Keep processing" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(bar(page)).toBeHidden();
});

test("no state of a bulk has an axe violation, light or dark", async ({ asUser }) => {
  const page = await asUser("operator", COMPLETED);
  await boxes(page).first().click();
  expect.soft(await violationsOfBothLooks(page), "bar").toEqual([]);
  await begin(page, "*", /^Mark as Ignore Processing/);
  expect.soft(await violationsOfBothLooks(page), "preview").toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await begin(page, "GPS", /^Mark as QA Completed \(with errors\)/);
  expect.soft(await violationsOfBothLooks(page), "QA log").toEqual([]);
});

test("a guest selects nothing", async ({ asUser }) => {
  const page = await asUser("guest", "/ip");
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  expect(await page.getByRole("checkbox").count()).toBe(0);
});
