import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const COMPLETED = `/ip?Status=${encodeURIComponent("$any COMPLETED")}`;

const boxes = (page: Page): Locator => page.getByRole("checkbox", { name: /^Select SL/ });
const bar = (page: Page): Locator => page.getByRole("region", { name: "Selected processings" });

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
