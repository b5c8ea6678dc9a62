import { violations } from "./axe.ts";
import { CommandLine } from "./command-line.ts";
import { expect, test } from "./fixtures.ts";

test("sign-in and its provider's pages have no axe violation, and a code is refused on demand", async ({
  swath,
  page,
  settings,
}) => {
  const command = new CommandLine(["login", "--server", swath.origin], settings);
  const [, address = "", code = ""] = await command.says(/open (\S+) .* enter the code (\S+)/);
  await page.goto("/login");
  const signIn = page.getByRole("button", { name: "Sign in with Microsoft" });
  await expect(signIn).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await signIn.click();
  await page.getByRole("textbox").fill("nobody-here");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto(address);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("textbox").fill("WRONG-CODE");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("textbox").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(code)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Refuse" }).click();
  expect(await command.exit).toBe(4);
  expect(command.output).toContain("The sign-in was refused.");
});

test("a person of the demonstration is chosen by keyboard, on a page that says what each may do", async ({
  page,
}) => {
  await page.goto("/auth/login");
  await expect(page.getByRole("button", { name: /^Lena Leader Team leader/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: /^Casey Crew Field crew/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Casey Crew/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "News", exact: true })).toBeVisible();
});

test("axe finds what is planted, in the look that has it", async ({ page }) => {
  await page.setContent(`<html lang="en"><title>Seeded</title><main><h1>Seeded</h1>
    <p>Black on nearly black</p><img src="data:,"></main>
    <style>@media (prefers-color-scheme: dark) { body { background: #222 } img { display: none } }</style></html>`);
  expect(await violations(page)).toEqual([
    expect.stringContaining("image-alt"),
    expect.stringContaining("color-contrast"),
  ]);
});
