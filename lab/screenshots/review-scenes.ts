import { expect, type Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { answer, change, fail, hold } from "./states.ts";

/** The calls for the files of an attempt. */
export const FILES = /\/runs\/[0-9a-f]{24}\/\w+\/\d+\/files(\?|$)/;

/** The head of a PNG of 30,000 × 30,000 pixels. */
const HUGE = Buffer.from(
  "89504e470d0a1a0a0000000d494844520000753000007530080600000000000000",
  "hex",
).toString("base64");

/** A delivery of many tiles. */
const longList = ([file]: readonly object[]): object[] =>
  Array.from({ length: 400 }, (_, n) => ({
    ...file,
    path: `dtm_0.5m/PRJ10006_Lower_Reach_${392_000 + 500 * n}_6458000_dtm_0.5m.tif`,
  }));

/** Opens a panel of the first job of a name and status that has two attempts. */
export async function openReview(page: Page, panel: string, status = "QA_PENDING"): Promise<void> {
  await page.goto(`/ip?Status=${encodeURIComponent(`$any ${status}`)}`);
  await page.getByRole("rowheader").first().waitFor();
  const cells = page.getByRole("button", { name: /^(QA1 )?Quality: (Completed|Failed)/ });
  await cells.first().click();
  await page.getByRole("menuitem", { name: panel, exact: true }).click();
  await page.getByRole("dialog").waitFor();
}

const minute = (n: number): string => new Date(Date.UTC(2026, 10, 28, 22, n)).toISOString();

/** A log as a program writes one: progress, a few warnings, an error with its trace. */
const LONG_LOG = Array.from({ length: 900 }, (_, n) => {
  const at = new Date(Date.UTC(2026, 10, 28, 23, 30, n * 4)).toISOString();
  if (n === 0) return `${at} NOTE heights are those of the recording: no geoid is installed`;
  if (n % 240 === 90)
    return `${at} WARN tile_${n}.las: 12 points outside the header's bounds, left out`;
  if (n === 870)
    return `${at} ERROR tile_870.las: ends at point 1,204 of 98,304\n    at readPoints (points.ts:214)\n    at tileOf (tiles.ts:61)`;
  return n % 30 === 0
    ? `${at} tile_${n}.las: written, ${n * 812} points`
    : `${at} tile_${n - (n % 30)}.las: ${n % 30} of 30 blocks read`;
}).join("\n");

/** Answers ranges of the long log. */
async function longLog(page: Page): Promise<void> {
  await page.route(/\/runs\/.*\/log\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const start = Number(query.get("start"));
    const text = LONG_LOG.slice(start, start + Number(query.get("length")));
    await route.fulfill({
      json: { start, end: start + text.length, size: LONG_LOG.length, text, written: minute(59) },
    });
  });
}

const move = (n: number, job: string, from: string, to: string, reason: string | null = null) => ({
  id: n,
  at: minute(n),
  action: "job.moved",
  actor: "swath",
  name: null,
  detail: { processing: "p", job, from, to, reason },
  requestId: null,
});
const act = (n: number, action: string) => ({
  ...move(n, "QA1", "FAILED", "FAILED"),
  action: "processing.changed",
  actor: "person",
  name: "Otto Operator",
  detail: { processing: "p", job: "QA1", action, reason: null, before: {}, after: {} },
  requestId: `call-${n}`,
});
const ordered = (n: number) => [
  act(n, "resubmit"),
  {
    ...move(n + 1, "QA1", "FAILED", "PREQUEUE"),
    actor: "person",
    name: "Otto Operator",
    requestId: `call-${n}`,
  },
];

/** A first run that failed, and a second one that somebody ordered. */
const TIMELINE = [
  move(1, "QA1", "NOT_COMMENCED", "PREQUEUE"),
  move(2, "QA1", "PREQUEUE", "QUEUING"),
  move(3, "QA1", "QUEUING", "QUEUED", "Waits for a node with 8 GB"),
  move(9, "QA1", "QUEUED", "RUNNING"),
  move(
    31,
    "QA1",
    "RUNNING",
    "FAILED",
    "5 of 6 tasks failed: 5 needed more memory than they were given",
  ),
  ...ordered(35),
  move(37, "QA1", "PREQUEUE", "QUEUING"),
  move(38, "QA1", "QUEUING", "RUNNING"),
  move(
    57,
    "QA1",
    "RUNNING",
    "COMPLETED",
    "Last returns, reached by 95 % of the cells is 0.32 1/m², at least 2 is needed",
  ),
].toReversed();

const scene = (name: string, open: (page: Page) => Promise<void>, account = "operator"): Scene => ({
  name,
  account,
  open,
});

/** A review in its panels and states. */
export const REVIEW_SCENES: readonly Scene[] = [
  scene("review-results", async (page) => {
    await openReview(page, "Review results");
    await page.getByRole("button", { name: "Density" }).click();
    await page.getByRole("img", { name: /^Density/ }).waitFor();
  }),
  scene("review-places", async (page) => {
    await openReview(page, "Review results");
    await page.getByRole("combobox", { name: "Attempt" }).click();
    await page.getByRole("option", { name: /^1/ }).click();
    await page.getByRole("list", { name: /that miss a bound/ }).waitFor();
  }),
  scene("review-report", async (page) => {
    await openReview(page, "Review results");
    await page.getByRole("button", { name: "QA", exact: true }).click();
    await page
      .frameLocator("iframe")
      .getByRole("heading", { name: /DEMONSTRATION/ })
      .waitFor();
  }),
  scene("review-report-pixels", async (page) => {
    await page.route(/\/store\/.*token=/, (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { "access-control-allow-origin": "*" },
        body: `<img src="data:image/png;base64,${HUGE}">`,
      }),
    );
    await openReview(page, "Review results");
    await page.getByRole("button", { name: "QA", exact: true }).click();
    await page.getByText("This report cannot be shown").waitFor();
  }),
  scene("review-approval-after-reload", async (page) => {
    await openReview(page, "Review results");
    const awaiting = page.getByText(/of \d+ awaiting QA/);
    await awaiting.waitFor();
    await page.keyboard.press("e");
    const found = page.getByRole("textbox", { name: "Issue Description" });
    await found.fill("A gap of 40 m in line 4");
    await page.reload();
    await awaiting.waitFor();
    await page.keyboard.press("e");
    await expect(found).toHaveValue("A gap of 40 m in line 4");
  }),
  scene("review-attempts", async (page) => {
    await openReview(page, "Attempts");
    await page.getByRole("button", { name: "Strip differences" }).click();
    await page.getByRole("img", { name: /^Strip differences, attempt 2/ }).waitFor();
  }),
  scene("review-restore", async (page) => {
    await openReview(page, "Attempts");
    await page.getByRole("button", { name: "Restore attempt 1" }).click();
    await page.getByText(/run again/).waitFor();
  }),
  scene("review-died", async (page) => {
    await openReview(page, "Attempts", "FAILED");
    await page.getByText(/needed more memory/).waitFor();
  }),
  scene("review-files", async (page) => {
    await openReview(page, "Files");
    await page.getByRole("tabpanel").getByRole("row").nth(1).waitFor();
  }),
  scene("review-files-long", async (page) => {
    await change(page, FILES, (files) => longList(files as readonly object[]));
    await openReview(page, "Files");
    await page
      .getByText(/_dtm_0\.5m/)
      .first()
      .waitFor();
  }),
  scene("review-files-loading", async (page) => {
    await hold(page, FILES);
    await openReview(page, "Files");
    await page.getByText("Loading files...").waitFor();
  }),
  scene("review-files-failed", async (page) => {
    await fail(page, FILES);
    await openReview(page, "Files");
    await page.getByText("The files could not be loaded").waitFor();
  }),
  scene("review-files-none", async (page) => {
    await answer(page, FILES, []);
    await openReview(page, "Files");
    await page.getByText("This attempt left no files").waitFor();
  }),
  scene("review-log", async (page) => {
    await openReview(page, "Log", "FAILED");
    await page.getByRole("navigation", { name: "Tasks" }).waitFor();
  }),
  scene("review-log-long", async (page) => {
    await longLog(page);
    await openReview(page, "Log", "FAILED");
    await page.getByText(/ends at point/).waitFor();
  }),
  scene("review-log-search", async (page) => {
    await longLog(page);
    await openReview(page, "Log", "FAILED");
    await page.getByRole("searchbox", { name: "Find in this log" }).fill("written");
    await page.getByText(/^1 of /).waitFor();
  }),
  scene("review-log-errors", async (page) => {
    await longLog(page);
    await openReview(page, "Log", "FAILED");
    await page.getByRole("button", { name: /info lines/ }).click();
    await page.getByText(/ends at point/).waitFor();
  }),
  scene("review-timeline-none", async (page) => {
    await openReview(page, "Timeline");
    await page.getByRole("tabpanel").waitFor();
  }),
  scene("review-timeline-runs", async (page) => {
    await answer(page, /\/timeline\?/, TIMELINE);
    await openReview(page, "Timeline");
    await page.getByText("Run of Quality").first().click();
    await page
      .getByText(/Waiting for inputs/)
      .first()
      .waitFor();
  }),
  scene("review-no-attempts", async (page) => {
    await page.goto(`/ip?Status=${encodeURIComponent("$any MANUALLY_PROCESSED")}`);
    await page
      .getByRole("button", { name: /Manually processed/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Review results" }).click();
    await page.getByText("No attempt is recorded").waitFor();
  }),
  scene("review-not-found", async (page) => {
    await page.goto(`/ip?review=${"0".repeat(24)}.QA1`);
    await page.getByText("There is no such processing").waitFor();
  }),
  scene(
    "review-guest",
    async (page) => {
      await page.goto(`/ip?review=${"0".repeat(24)}.QA1`);
      await page.getByText("Reviews are not open to guests").waitFor();
    },
    "guest",
  ),
];
