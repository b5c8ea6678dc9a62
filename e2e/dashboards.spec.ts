import type { Processing } from "@swath/contract/processing";
import type { Locator, Page } from "@playwright/test";
import { violationsOfBothLooks } from "./axe.ts";
import { pass, passUntil } from "./clock.ts";
import { BLANK, enterAccount, expect, test } from "./fixtures.ts";

const LIST = /\/api\/processing\/processing\?/;
const CHANGED = "Someone has changed this record meanwhile; the list shows it as it is now.";
const AWAITS_QA = `/ip?Status=${encodeURIComponent("$any QA_PENDING")}`;

const rows = (page: Page): Locator => page.locator("tbody > tr");
/** Of a log's own processing: custom ones have the same identifiers. */
const rowOf = (page: Page, ids: string): Locator =>
  rows(page).filter({ hasText: ids }).filter({ hasNotText: OTHERWISE });
const OTHERWISE = /V \d|Custom \d|Archived|(?<!&\s)EO/;
const GPS_COMPLETED = /^GPS & EO: Completed/;

/** Of what tests upload to the same server, the trajectory is completed too, and asks for no QA. */
const gpsAwaitsQA = ({ GPSProcStatus, GPSProcQAUser, GPSJob, CustomProcessing }: Processing) =>
  GPSProcStatus === "COMPLETED" &&
  GPSProcQAUser === null &&
  GPSJob?.allowRequireQA === true &&
  CustomProcessing === null;

/** Opens a list and answers the three identifiers of its first row of today whose trajectory awaits QA. */
async function openAwaiting(page: Page): Promise<string> {
  const list = page.waitForResponse(LIST);
  await page.goto(AWAITS_QA);
  const listed = (await (await list).json()) as Processing[];
  const ready = rows(page)
    .filter({ has: page.getByRole("button", { name: GPS_COMPLETED }) })
    .filter({ hasNotText: OTHERWISE });
  await expect(ready.first()).toBeVisible();
  const shown = await ready.getByRole("rowheader").allInnerTexts();
  const ids = shown
    .map((each) => each.replaceAll(/\s+/g, ""))
    .find((each) =>
      listed.some(
        (log) =>
          gpsAwaitsQA(log) && each.includes(log.SensorID) && each.includes(log.ProjectID ?? ""),
      ),
    );
  if (ids === undefined) throw new Error("no trajectory on the page awaits QA");
  return ids;
}

async function choose(page: Page, ids: string, entry: string): Promise<void> {
  await rowOf(page, ids).getByRole("button", { name: GPS_COMPLETED }).first().click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

/** A job that failed: where it is listed, its row's identifiers and its own name. */
interface FailedJob {
  readonly address: string;
  readonly ids: string;
  /** Which of the log's custom processings it is of; undefined: of its own. */
  readonly custom: string | undefined;
  readonly name: string;
}

const rowOfJob = (page: Page, { ids, custom }: FailedJob): Locator =>
  custom === undefined
    ? rowOf(page, ids)
    : rows(page)
        .filter({ hasText: ids })
        .filter({ has: page.getByText(custom, { exact: true }) });

const FAILED = `/ip?Status=${encodeURIComponent("$any FAILED")}`;

/** Opens what failed and answers the first job of it that may be marked. */
async function openFailed(page: Page): Promise<FailedJob> {
  for (let number = 1; ; number++) {
    const address = `${FAILED}&page=${number}`;
    await page.goto(address);
    await expect(rows(page).first()).toBeVisible();
    const failed = rows(page)
      .filter({ has: page.getByRole("button", { name: /: Failed/ }) })
      .filter({ hasNotText: /V \d|Archived/ });
    if ((await failed.count()) === 0) continue;
    const text = await failed.first().getByRole("rowheader").innerText();
    const button = failed.first().getByRole("button", { name: /: Failed/ });
    const label = await button.first().getAttribute("aria-label");
    const ids = text.replaceAll(/\s+/g, "").replace(/Custom.*/, "");
    const custom = /Custom \d+/.exec(text)?.[0];
    return { address, ids, custom, name: label!.replace(/: Failed.*$/, "") };
  }
}

const statusOf = (page: Page, job: FailedJob, status: string): Locator =>
  rowOfJob(page, job).locator(`button[aria-label^="${job.name}: ${status}"]`);

/** Opens the dialog of a mark, and says why. */
async function mark(page: Page, job: FailedJob, entry: string): Promise<Locator> {
  await statusOf(page, job, "Failed").click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Update Status" });
  await dialog.getByRole("textbox").fill("The line is flown again");
  return dialog;
}

test("of two browsers that act on one row the second is told, and sees the row as it is", async ({
  asUser,
}) => {
  const first = await asUser("operator", BLANK);
  const second = await asUser("crew", BLANK);
  const job = await openFailed(first);
  await second.goto(job.address);
  const late = await mark(second, job, "Mark as Ignore Processing");
  const early = await mark(first, job, "Mark as Manually Processed");
  await early.getByRole("button", { name: "Confirm" }).click();
  await expect(early).toBeHidden();

  await late.getByRole("button", { name: "Confirm" }).click();
  await expect(late.getByText(CHANGED)).toBeVisible();
  await late.getByRole("button", { name: "Cancel" }).click();
  await expect(statusOf(second, job, "Failed")).toHaveCount(0);
});

test("a browser that is killed between a change and the next poll opens on the true state", async ({
  asUser,
}) => {
  const page = await asUser("operator", BLANK);
  const job = await openFailed(page);
  const dialog = await mark(page, job, "Mark as Ignore Processing");
  // The answer to the change arrives, the poll after it never does.
  await page.route(LIST, () => undefined);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toBeHidden();
  await expect(statusOf(page, job, "Waiting")).toHaveAttribute("aria-disabled", "true");
  await page.context().close();

  const again = await asUser("operator", BLANK);
  const [flight = ""] = /FL\d{6}/.exec(job.ids) ?? [];
  await again.goto(`/ip?FlightID=${encodeURIComponent(`$any ${flight}`)}`);
  await expect(statusOf(again, job, "Ignored")).toBeVisible();
});

test("a minute offline: what is there stays, what is done fails in words, then all is current", async ({
  asUser,
}) => {
  const page = await asUser("operator", BLANK);
  await page.clock.install();
  const colleague = await asUser("leader", BLANK);
  const job = await openFailed(page);
  await colleague.goto(job.address);
  await page.context().setOffline(true);
  // It moves the rows down.
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  const dialog = await mark(page, job, "Mark as Ignore Processing");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const other = await mark(colleague, job, "Mark as Manually Processed");
  await other.getByRole("button", { name: "Confirm" }).click();
  await expect(other).toBeHidden();

  await pass(page, 60_000);
  await expect(page.getByText(/^Could not be refreshed since/)).toBeVisible();
  await expect(rowOfJob(page, job)).toBeVisible();
  await page.context().setOffline(false);
  await passUntil(page, () => expect(page.getByText(/^Updated /)).toBeVisible({ timeout: 1_000 }));
  await expect(statusOf(page, job, "Failed")).toHaveCount(0);
});

test("Back leads through the filters of both dashboards, and each address shows its own", async ({
  asUser,
}) => {
  const page = await asUser("operator", BLANK);
  for (const address of ["/ip", "/iptm"]) {
    await page.goto(address);
    await expect(rows(page).first()).toBeVisible();
    const all = await rows(page).allInnerTexts();
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page).toHaveURL(/page=2/);
    await page.getByRole("button", { name: "Search", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Filters" });
    await dialog.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "QA completed", exact: true }).click();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/Status=/);
    await expect(page).not.toHaveURL(/page=/);
    await expect(page.getByRole("button", { name: "Status, filters: 1" })).toBeVisible();
    await expect.poll(() => rows(page).allInnerTexts()).not.toEqual(all);
    const filtered = await rows(page).allInnerTexts();
    await page.goBack();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole("button", { name: /filters:/ })).toHaveCount(0);
    await page.goBack();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(all);
    await page.goForward();
    await page.goForward();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(filtered);
  }
});

test("a processing-only user has one tab and lands on it; a guest has tooltips and no menu", async ({
  asUser,
}) => {
  const only = await asUser("processing");
  await expect(only).toHaveURL(/\/ip$/);
  await expect(only.getByRole("navigation", { name: "Areas" }).getByRole("link")).toHaveText([
    "PROCESSING",
  ]);
  await only.goto("/iptm");
  await expect(only.getByText("Your account is for processing only")).toBeVisible();

  const guest = await asUser("guest", "/ip");
  await expect(rows(guest).first()).toBeVisible();
  await expect(guest.getByRole("navigation", { name: "Processing" }).getByRole("link")).toHaveText([
    "DASHBOARD",
  ]);
  await expect(rows(guest).locator("[aria-haspopup]")).toHaveCount(0);
  await expect(rows(guest).getByRole("link")).toHaveCount(0);
  await rows(guest)
    .getByRole("button", { name: /^GPS & EO: / })
    .first()
    .hover();
  await expect(guest.getByRole("tooltip")).toContainText("Status: ");
});

test("no state of the dashboards has an axe violation, light or dark", async ({ asUser }) => {
  const page = await asUser("operator", BLANK);
  const see = async (state: string): Promise<void> =>
    expect.soft(await violationsOfBothLooks(page), state).toEqual([]);
  const ids = await openAwaiting(page);
  await see("list");
  await rowOf(page, ids).getByRole("button", { name: GPS_COMPLETED }).first().hover();
  await expect(page.getByRole("tooltip")).toBeVisible();
  await see("tooltip");
  await rowOf(page, ids).getByRole("button", { name: GPS_COMPLETED }).first().click();
  await expect(page.getByRole("menu")).toBeVisible();
  await see("menu");
  await page.getByRole("menuitem", { name: "Mark as QA Completed (with errors)" }).click();
  await expect(page.getByRole("dialog", { name: /^QA Log/ })).toBeVisible();
  await see("QA log");
  await page.keyboard.press("Escape");
  await choose(page, ids, "Mark as Ignore Processing");
  await see("Update Status");
  await page.keyboard.press("Escape");
  for (const status of ["RUNNING", "FAILED", "IGNORE", "COMPLETED", "CANCELLED", "UNAVAILABLE"]) {
    await page.goto(`/ip?Status=${encodeURIComponent(`$any ${status}`)}`);
    await expect(rows(page).first()).toBeVisible();
    await see(status);
  }
  // The last pages have what was superseded, deleted, archived.
  await page.goto("/ip");
  await page.getByRole("button", { name: "Last page" }).click();
  await expect(page).toHaveURL(/page=/);
  await page.waitForTimeout(1_000);
  await see("last page");
  await page.goto("/iptm");
  await expect(rows(page).first()).toBeVisible();
  await see("/iptm");
  await page.goto("/ip?FlightID=$any FL999999");
  await expect(page.getByText("No valid data available")).toBeVisible();
  await see("empty");
  await page.route(LIST, (route) => route.abort());
  await page.goto("/ip");
  await expect(page.getByText("Processings could not be loaded")).toBeVisible();
  await see("failed");
});

test("by keyboard alone: from the list to a menu, into a dialog and back to where one was", async ({
  asUser,
}) => {
  const page = await asUser("operator", BLANK);
  const ids = await openAwaiting(page);
  const status = rowOf(page, ids).getByRole("button", { name: GPS_COMPLETED }).first();
  await rowOf(page, ids).getByRole("rowheader").getByRole("button").first().focus();
  for (let tabs = 0; tabs < 12; tabs += 1) {
    await page.keyboard.press("Tab");
    if (await status.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(status).toBeFocused();
  // That of the cell before fades away meanwhile.
  await expect(page.getByRole("tooltip").filter({ hasText: "Status: Completed" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  const wanted = page.getByRole("menuitem", { name: "Mark as QA Completed (with errors)" });
  for (let steps = 0; steps < 8; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /^QA Log/ })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Issue Description" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(status).toBeFocused();
});

test("a session that is lost in the middle of a dialog takes nothing that was typed", async ({
  asUser,
}) => {
  const page = await asUser("operator", BLANK);
  const ids = await openAwaiting(page);
  await choose(page, ids, "Mark as QA Completed (with errors)");
  const issue = page.getByRole("textbox", { name: "Issue Description", includeHidden: true });
  await issue.fill("Gap at line 3");
  const other = await page.context().newPage();
  await other.goto("/ip");
  await other.getByRole("button", { name: /Otto Operator/ }).click();
  await other.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "You are no longer signed in" })).toBeVisible();
  await expect(issue).toHaveValue("Gap at line 3");
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await enterAccount(await popup, "operator");
  await expect(page.getByRole("heading", { name: "You are no longer signed in" })).toBeHidden({
    timeout: 30_000,
  });
  await page.getByRole("textbox", { name: "Issue Resolution" }).fill("Flown again");
  await page.getByRole("button", { name: "UPDATE" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(rowOf(page, ids).getByRole("button", { name: GPS_COMPLETED })).toHaveCount(0);
});
