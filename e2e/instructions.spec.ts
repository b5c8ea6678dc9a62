import type { Page } from "@playwright/test";
import { BLANK, expect, test } from "./fixtures.ts";

const SITE = "Quarry 7";
const site = (page: Page) => page.getByRole("textbox", { name: "Site name" });
const save = (page: Page) => page.getByRole("button", { name: /^(Add|Save) instruction$/ });

async function pick(page: Page, name: string, typed: string): Promise<void> {
  await page.getByRole("combobox", { name }).fill(typed);
  await page.getByRole("option", { name: new RegExp(typed) }).click();
}

async function edit(page: Page): Promise<void> {
  await page.goto("/ip/instructions?siteName=Lower");
  await page.getByRole("link", { name: "Lower Reach" }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(site(page)).toHaveValue("Lower Reach");
}

test("an instruction is written, kept over reload and Back, saved, and has its control points", async ({
  asUser,
}) => {
  const page = await asUser("crew", "/ip");
  await page.getByRole("link", { name: "DELIVERY INSTRUCTIONS" }).click();
  await page.getByRole("link", { name: "Add instruction" }).click();
  await pick(page, "Project", "PRJ10003");
  await site(page).fill(SITE);
  await page.reload();
  await expect(site(page)).toHaveValue(SITE);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Add instruction" })).toBeVisible();
  await page.goForward();
  await expect(site(page)).toHaveValue(SITE);
  await save(page).click();
  await expect(page.getByText("One field is not right yet.")).toBeVisible();
  await pick(page, "Horizontal", "EPSG:7855");
  await page.getByRole("checkbox", { name: /control points/ }).check();
  await save(page).click();
  await expect(page.getByText(/^The file is missing/)).toBeVisible();
  await expect(page.getByText("control_PRJ10003_Quarry 7.txt")).toBeVisible();
  const input = page.getByLabel("File of control points");
  const file = { name: "points.csv", mimeType: "text/csv" };
  await input.setInputFiles({ ...file, buffer: Buffer.from("A,500000,6250000,x\n") });
  await expect(page.getByText(/line 1 is not a control point/)).toBeVisible();
  await input.setInputFiles({ ...file, buffer: Buffer.from("A,500000,6250000,31.2\n") });
  await expect(page.getByText(/^1 control points/)).toBeVisible();
  // A message stays while the pointer rests on it; what fades is between two colours.
  await page.mouse.move(0, 0);
  await expect(page.getByText(/is saved$/)).toHaveCount(0);
});

test("of two people who edit the second sees what differs, and a guest sees no instructions", async ({
  asUser,
}) => {
  const [crew, leader] = [await asUser("crew", BLANK), await asUser("leader", BLANK)];
  await edit(crew);
  await edit(leader);
  await page250(leader);
  await expect(leader.getByText(/is saved$/)).toBeVisible();
  await crew.getByRole("button", { name: "Add product" }).click();
  await save(crew).click();
  const dialog = crew.getByRole("dialog", { name: /changed this instruction/ });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveText(["Side of a tile", "Products"]);
  await dialog.getByRole("button", { name: "Discard mine, show theirs" }).click();
  await expect(crew.getByRole("textbox", { name: /^Side of a tile/ })).toHaveValue("250");
  const guest = await asUser("guest", "/ip");
  await expect(guest.getByRole("link", { name: "DASHBOARD" })).toBeVisible();
  await expect(guest.getByRole("link", { name: "DELIVERY INSTRUCTIONS" })).toHaveCount(0);
});

async function page250(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: /^Side of a tile/ }).fill("250");
  await save(page).click();
}
