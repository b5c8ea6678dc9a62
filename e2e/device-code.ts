import type { Page } from "@playwright/test";
import type { CommandLine } from "./command-line.ts";
import { enterAccount, expect } from "./fixtures.ts";

/** Enters the code that a command shows, as a person does in a browser. */
export async function enterCode(page: Page, command: CommandLine, account: string): Promise<void> {
  const [, address = "", code = ""] = await command.says(/open (\S+) .* enter the code (\S+)/);
  await page.goto(address);
  await page.getByRole("textbox").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(code)).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await enterAccount(page, account);
  await expect(page.getByRole("status")).toHaveText(/The program is signed in/);
}
