import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { promisify } from "node:util";
import { type ReadyUpload, uploadOf } from "./api.ts";
import { enterParameters, type Fitted } from "./enter-parameters.ts";
import { expect, testAlone } from "./fixtures.ts";
import { sampleFolder } from "./folder.ts";
import { type Day, FLIGHT, type Job, Operator, windowOf } from "./operator.ts";
import { ROOT } from "./swath.ts";
import { UploadPage } from "./upload-page.ts";

const test = testAlone();

/** By which the flight's scanner is turned against the record of the flight log, degrees. */
const BORESIGHT = 0.05;
/** By which the lever arm of the antenna is entered wrong at first, m. */
const LEVER_ARM = 0.2;
/** Strips as LMS placed them. */
const PLACED = "ICP1_MineIP1";
/** Strips as they were adjusted: their clouds are published. */
const ADJUSTED = "ICP2_MineIP1";

/** The server's own command, as its operator runs it. */
const command = ({ swath }: Day, ...words: string[]) =>
  promisify(execFile)(process.execPath, ["apps/server/src/main.ts", ...words], {
    cwd: ROOT,
    env: { ...process.env, ...swath.env },
  });

/** The crew's part: the flight is uploaded. */
async function upload(day: Day, of: ReadyUpload, folder: string): Promise<void> {
  const window = await windowOf(day, "crew");
  const page = new UploadPage(window);
  await page.open(of);
  await page.choose(folder);
  await page.confirmFindings();
  await page.ready(120_000);
  await window.context().close();
}

/** Writes a folder for the flight, whose scanner sits otherwise than its record says. */
function fly(day: Day, of: ReadyUpload): { readonly folder: string; readonly record: Fitted } {
  const seeded = ["--seed", "5", "--noise", "0.02", "--error", `boresight=${BORESIGHT}`];
  const folder = sampleFolder(of, day.place, "--terrain", ...seeded);
  const path = join(day.place, `${FLIGHT}_calibration`, "calibration-import.json");
  const { calibrations } = JSON.parse(readFileSync(path, "utf8")) as { calibrations: Fitted[] };
  return { folder, record: calibrations[0]! };
}

const SHIFT = "horizontalShift";

/** The longest horizontal shift between strips in a job's latest attempt, and the most that is accepted. */
function shiftOf({ latest }: Job): { readonly shift: number; readonly most: number } {
  const shift = latest?.measures.find(({ name }) => name === SHIFT)?.value;
  const most = latest?.accepted.find(({ measure }) => measure === SHIFT)?.most;
  if (typeof shift !== "number" || typeof most !== "number")
    throw new Error("no shift is measured");
  return { shift, most };
}

const ended = ({ status }: Job): boolean => /COMPLETED|FAILED|CANCELLED/.test(status);

/** The strip differences are out of bounds before they are adjusted, and the inbox says so. */
async function seeFault(operator: Operator): Promise<Job> {
  const strips = await operator.until(PLACED, ended);
  expect(strips.waitsForQA, strips.reason ?? "").toBe(true);
  const { shift, most } = shiftOf(strips);
  expect(shift, strips.reason ?? "").toBeGreaterThan(most);
  const { page } = operator;
  await page.goto("/ip/failures");
  await expect(page.getByRole("link", { name: /FAILURES/ })).toBeVisible();
  const labelled = page.getByRole("row", { name: new RegExp(strips.label) });
  const group = labelled.filter({ hasNotText: "Demonstration: " }).first();
  await group.getByRole("button", { expanded: false }).first().click();
  await expect(page.getByRole("rowheader", { name: new RegExp(FLIGHT) })).toBeVisible();
  const review = await operator.review(strips);
  await expect(review.getByText(/of \d+ bounds missed/)).toBeVisible();
  await expect(
    review.getByRole("img", { name: /miss(es)? a bound: Lines \d+ – \d/ }),
  ).toBeVisible();
  return strips;
}

/** The next attempt keeps its bounds; its pictures lie over those of the former one. */
async function seeMended(operator: Operator): Promise<void> {
  const strips = await operator.until(
    PLACED,
    (job) => ended(job) && (job.latest?.attempt ?? 0) > 1,
  );
  const { shift, most } = shiftOf(strips);
  expect(shift).toBeLessThanOrEqual(most);
  const review = await operator.review(strips);
  await expect(review.getByText(/^All of \d+ bounds kept/)).toBeVisible();
  await expect(review.getByRole("columnheader", { name: "Attempt 1" })).toBeVisible();
  const compared = await operator.review(strips, { panel: "attempts", attempt: "2", with: "1" });
  await expect(compared.getByRole("slider").first()).toBeVisible();
}

/**
 * A reviewer looks at the cloud, marks a place of a profile with a picture, and settles it; it is read back as
 * GeoJSON, and stands in the review.
 */
async function seeFinding(operator: Operator): Promise<void> {
  const cloud = await operator.until(ADJUSTED, ended);
  await operator.open();
  const { page } = operator;
  await page
    .getByRole("button", { name: new RegExp(`(^| )${cloud.label}: `) })
    .first()
    .click();
  const opening = page.context().waitForEvent("page");
  await page.getByRole("menuitem", { name: "View point cloud" }).click();
  const viewer = await opening;
  await expect(viewer.getByText(/[1-9][\d,]* of [\d,]+ points are drawn/)).toBeVisible();
  await drawProfile(viewer);
  await viewer.getByRole("application", { name: /^Profile\. / }).press("Enter");
  await viewer.getByRole("button", { name: "Mark a finding" }).click();
  const dialog = viewer.getByRole("dialog", { name: "Mark a finding" });
  await expect(dialog.getByRole("img", { name: "The profile as it is marked" })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Description" }).fill("a step of two strips");
  await dialog.getByRole("button", { name: "Mark" }).click();
  await expect(viewer.getByText("Findings: 1 open of 1")).toBeVisible();
  await viewer.getByRole("button", { name: /^Settle: / }).click();
  const settling = viewer.getByRole("dialog", { name: "Settle the finding" });
  await settling.getByRole("textbox", { name: "Reply" }).fill("seen on both attempts");
  await settling.getByRole("button", { name: "Settle" }).click();
  await expect(viewer.getByText("Findings: 0 open of 1")).toBeVisible();
  const saving = viewer.waitForEvent("download");
  await viewer.getByRole("button", { name: "Save as GeoJSON" }).click();
  const saved = JSON.parse(readFileSync(await (await saving).path(), "utf8")) as {
    readonly features: readonly { readonly properties: object; readonly geometry: object }[];
  };
  expect(saved.features).toHaveLength(1);
  expect(JSON.stringify(saved.features[0]!.properties)).toContain("a step of two strips");
  await viewer.close();
  const review = await operator.review(cloud);
  await review.getByRole("tab", { name: /^Findings/ }).click();
  await expect(review.getByText("a step of two strips")).toBeVisible();
  await expect(review.getByText("seen on both attempts")).toBeVisible();
}

/** Draws a line across the middle of the cloud, by pointer. */
async function drawProfile(viewer: Page): Promise<void> {
  await viewer.getByRole("button", { name: "Draw a profile" }).click();
  const box = (await viewer.getByRole("application", { name: /from above/ }).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await viewer.mouse.move(x - box.width / 8, y);
  await viewer.mouse.down();
  await viewer.mouse.move(x + box.width / 8, y, { steps: 4 });
  await viewer.mouse.up();
  await expect(viewer.getByText(/A profile [\d.]+ m long.*: [1-9][\d,]* points/)).toBeVisible();
}

/** The flight's archive opens from its row. */
async function seeArchive(day: Day, operator: Operator): Promise<void> {
  await command(day, "archive", FLIGHT);
  await operator.open();
  const { page } = operator;
  await page.getByRole("button", { name: /^GPS & EO: / }).click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("menuitem", { name: "Browse archived files" }).click();
  const explorer = await opened;
  await expect(explorer).toHaveURL(/\/explorer\?bucket=swath-archive/);
  await expect(explorer.getByRole("row").nth(1)).toBeVisible();
}

/** The record of an attempt's parameters, by the link of its row. */
async function seeParameters(operator: Operator, record: Fitted): Promise<void> {
  await operator.open();
  const { page } = operator;
  await page.getByRole("link", { name: /^LMS / }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `${record.SensorName} in ${record.Aircraft}`,
  );
  await expect(page.getByText(`${record.PriGNSSLeverX} m`, { exact: true })).toBeVisible();
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download instrument files" }).click();
  expect((await file).suggestedFilename()).toMatch(/_\d{8}\.zip$/);
}

/**
 * A day of the people who process flights, in their browsers: parameters with a wrong lever arm are
 * entered, a flight is uploaded, its strips differ beyond the bound, the inbox shows it, the right
 * parameters are entered, GPS is resubmitted with its impact, a finding is marked in the cloud and
 * settled, QA is done with pictures, the flight is archived and its archive opened.
 */
test("a wrong lever arm is found, mended and processed anew until the flight is archived", async ({
  swath,
  place,
  browser,
}) => {
  test.setTimeout(15 * 60_000);
  const day: Day = { swath, place, browser };
  const of = await uploadOf(day.swath, FLIGHT, "LiDAR");
  const { folder, record } = fly(day, of);
  const right = { RefToIMUMountingAnglX: record.RefToIMUMountingAnglX + BORESIGHT };
  const wrong = { ...right, PriGNSSLeverX: record.PriGNSSLeverX + LEVER_ARM };
  const operator = new Operator(day, await windowOf(day, "operator"));
  await enterParameters(day, operator.page, { record, days: 1, numbers: wrong });
  await upload(day, of, folder);
  const strips = await seeFault(operator);
  await enterParameters(day, operator.page, { record, days: 2, numbers: right });
  await operator.resubmit("GPS & EO", strips.label);
  await seeMended(operator);
  await seeParameters(operator, record);
  await seeFinding(operator);
  const report = await operator.until("QA1", ended);
  expect(report.status).toMatch(/COMPLETED/);
  if (report.waitsForQA) await operator.approve(report);
  await seeArchive(day, operator);
});
