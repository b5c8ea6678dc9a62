import type { Locator, Page } from "@playwright/test";
import { pass, passUntil } from "./clock.ts";
import { BLANK, expect, testAlone } from "./fixtures.ts";

/** What another file's tests upload is processed meanwhile, which changes the rows. */
const test = testAlone();

const LIST = /\/api\/processing\/processing\?/;
const CHANGED = "Someone has changed this record meanwhile; the list shows it as it is now.";

const rows = (page: Page): Locator => page.locator("tbody > tr");
/** Of a log's own processing: custom ones have the same identifiers. */
const rowOf = (page: Page, ids: string): Locator =>
  rows(page).filter({ hasText: ids }).filter({ hasNotText: OTHERWISE });
const OTHERWISE = /V \d|Custom \d|Archived|(?<!&\s)EO/;

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

/** Confirms a mark, and waits for the answer: its dialog closes before that. */
async function confirm(dialog: Locator): Promise<void> {
  const page = dialog.page();
  const answer = page.waitForResponse((response) => response.request().method() === "PUT");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  expect((await answer).ok()).toBe(true);
  await expect(dialog).toBeHidden();
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
  await confirm(early);

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
  await confirm(dialog);
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
  await confirm(other);

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
