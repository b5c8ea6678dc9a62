import type { Page } from "@playwright/test";
import type { Processing } from "@swath/contract/processing";
import { call, type Started, tokenOf } from "../api.ts";
import { enterAccount, expect } from "../fixtures.ts";
import { test } from "./road.ts";

const SAMPLE = "SAMPLE-DATA.txt";
const SITE = "Typed 1";

const site = (page: Page) => page.getByRole("textbox", { name: "Site name" });
const add = (page: Page) => page.getByRole("button", { name: "Add instruction" });

async function pick(page: Page, name: string, typed: string): Promise<void> {
  await page.getByRole("combobox", { name }).focus();
  await page.keyboard.type(typed);
  await expect(page.getByRole("option", { name: new RegExp(typed) })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** The session ends meanwhile: the next call is refused, and nothing renews it. */
async function loseSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  const json = { code: "TOKEN_EXPIRED", message: "ended", details: {}, requestId: "lost" };
  await page.route(
    "**/api/processing/instruction",
    (route) => route.fulfill({ status: 401, json }),
    { times: 1 },
  );
}

/** A processing whose quality was measured; whether it is judged by now is for another road. */
async function measured(swath: Started): Promise<Processing> {
  const token = tokenOf(swath, "crew");
  const list = "/processing/processing?pageSize=100&Status=$any QA_PENDING,QA_COMPLETED";
  for (const log of (await call<Processing[]>(swath, token, list)).body) {
    const { body } = await call<unknown[]>(swath, token, `/processing/runs/${log._id}/QA1`);
    if (body.length > 0) return log;
  }
  throw new Error("the demonstration has measured no quality");
}

/** The link that authorises the download of a file of a processing. */
function linkTo({ _id: id, SensorID, ProjectID, ProjectAOINo }: Processing, file: string): string {
  return `/ip/download_auth/${[id, SensorID, ProjectID ?? "", ProjectAOINo ?? ""].join(",")}/${file}`;
}

test("by keyboard: an instruction outlasts its session and is saved, a job's file is downloaded, a guest is refused", async ({
  swath,
  asUser,
}) => {
  const page = await asUser("crew");
  await page.goto("/ip/instructions");
  await page.getByRole("link", { name: "Add instruction" }).press("Enter");
  await pick(page, "Project", "PRJ10004");
  await page.keyboard.press("Tab");
  await expect(site(page)).toBeFocused();
  await page.keyboard.type(SITE);
  await pick(page, "Horizontal", "EPSG:7855");
  await loseSession(page);
  await add(page).press("Enter");
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign in", exact: true }).press("Enter");
  await enterAccount(await popup, "crew");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(site(page)).toHaveValue(SITE);
  await page.reload();
  await expect(page.getByText("Your unsaved entries are restored.")).toBeVisible();
  await expect(site(page)).toHaveValue(SITE);
  await add(page).press("Enter");
  await expect(page.getByText(/^Instruction PI\d+ is saved$/)).toBeVisible();

  const log = await measured(swath);
  await page.goto(`/ip?review=${log._id}.QA1&panel=files`);
  const review = page.getByRole("dialog", { name: /^Review of Quality/ });
  const direct = page.waitForEvent("download");
  await review.getByRole("button", { name: `Download ${SAMPLE}` }).press("Enter");
  expect((await direct).suggestedFilename()).toBe(SAMPLE);

  const link = linkTo(log, `QA1/${SAMPLE}`);
  const authorised = page.waitForEvent("download");
  await page.goto(link);
  await expect(page.getByText(`Download Authorised for: QA1/${SAMPLE}`)).toBeVisible();
  expect((await authorised).suggestedFilename()).toBe(SAMPLE);
  const again = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download again" }).press("Enter");
  expect((await again).suggestedFilename()).toBe(SAMPLE);

  const guest = await asUser("guest");
  for (const address of ["/ip/instructions/new", link]) {
    await guest.goto(address);
    await expect(guest.getByText("This area is not open to you")).toBeVisible();
  }
});
