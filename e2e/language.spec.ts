import { violations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test("the language is chosen in the menu, kept, and left again", async ({ asUser }) => {
  const page = await asUser("crew", "/post");
  const menu = page.getByRole("button", { name: /Casey Crew/ });
  await expect(page.getByRole("columnheader", { name: "Flight ID" })).toBeVisible();
  await menu.click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();

  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("columnheader", { name: "Flug-ID" })).toBeVisible();
  await expect(page.getByText(/^1–10 von \d+$/)).toBeVisible();
  await menu.click();
  await expect(page.getByRole("menuitem", { name: "Abmelden" })).toBeVisible();
  await expect(page.getByRole("menuitemradio", { name: "Deutsch" })).toBeChecked();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Flug-ID" })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole("link", { name: /^ÜBERSICHT/ }).click();
  await expect(page.getByText(/^\d+ (?:Stunden|Tage)/).first()).toBeVisible();

  await page.goBack();
  await menu.click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("columnheader", { name: "Flight ID" })).toBeVisible();
});

test("where the browser stores nothing the language holds for the visit, and says so", async ({
  asUser,
}) => {
  const page = await asUser("crew", "/post");
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await page.reload();
  const menu = page.getByRole("button", { name: /Casey Crew/ });
  await menu.click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();

  await expect(page.getByRole("columnheader", { name: "Flug-ID" })).toBeVisible();
  await expect(page.getByRole("alert").getByText(/^Die Sprache gilt nur/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Flug-ID" })).toBeVisible();
  await menu.click();
  await expect(page.getByRole("menu").getByText(/^Die Sprache gilt nur/)).toBeVisible();
});
