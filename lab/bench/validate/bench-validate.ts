import { type Browser, chromium as playwright, type Page } from "@playwright/test";
import { sensorNumber } from "@swath/contract/ids";
import { type ReadyUpload, readyUpload, tokenOf } from "../../../e2e/api.ts";
import { signIn } from "../../../e2e/fixtures.ts";
import { removeFolder, Swath, temporaryFolder } from "../../../e2e/swath.ts";
import { chromium } from "../../../tools/chromium.mjs";
import { chooseNames, namesOf, type NameKind, writeNames } from "./name-folders.ts";
import { writeSparse } from "./sparse-folder.ts";
import { bytesRead, type Timings, countReads, timingsOf, watchPage } from "./watched-page.ts";

const NAMES = 100_000;
const MOST_SECONDS = 2;
const LONGEST_TASK_MS = 100;
const MOST_READ = 0.01;
const GB = 1_000_000_000;

async function signedIn(browser: Browser, swath: Swath): Promise<Page> {
  const page = await browser.newPage({ baseURL: swath.origin });
  await signIn(page, "crew");
  return page;
}

async function openCheck(page: Page, { flightId, uploadId }: ReadyUpload): Promise<void> {
  await watchPage(page);
  await page.goto(`/post/${flightId}/check?upload=${uploadId}`);
  await page.getByRole("button", { name: "Select Flight Folder" }).waitFor();
}

const line = (name: string, measured: string, limit: string, held: boolean): void =>
  console.log(
    `  ${name.padEnd(44)}${measured.padEnd(14)}${limit.padEnd(14)}${held ? "held" : "MISSED"}`,
  );

function printNames(kind: NameKind, where: string, chosen: number, timings: Timings): void {
  const { changed, started, named, reported, longTasks } = timings;
  const seconds = (named - started) / 1000;
  const own = longTasks.filter(({ start }) => start >= started);
  const longest = Math.max(0, ...own.map(({ duration }) => duration));
  const before = longTasks.filter(({ start }) => start < started && start > chosen);
  const event = Math.max(0, ...before.map(({ duration }) => duration));
  console.log(`\n${NAMES.toLocaleString("en-GB")} ${kind} names, ${where}`);
  line(
    "validated, from the worker's start on",
    `${seconds.toFixed(2)} s`,
    `${MOST_SECONDS} s`,
    seconds < MOST_SECONDS,
  );
  line(
    "longest main-thread task meanwhile",
    longest === 0 ? "under 50 ms" : `${longest.toFixed(0)} ms`,
    `${LONGEST_TASK_MS} ms`,
    longest <= LONGEST_TASK_MS,
  );
  console.log(
    `  the browser's own: its list after ${((changed - chosen) / 1000).toFixed(1)} s, ` +
      `reported in a task of ${event.toFixed(0)} ms; the sizes, read from the disk one by one, ` +
      `until the report after ${((reported - started) / 1000).toFixed(1)} s`,
  );
}

/** Names alone: the files are made in the page's memory, so that no disk is read. */
async function benchMemory(page: Page, upload: ReadyUpload): Promise<void> {
  const folder = `${upload.flightId}_${sensorNumber(upload.sensorName)}`;
  await openCheck(page, upload);
  const chosen = await page.evaluate(() => performance.now());
  await chooseNames(page, folder, namesOf("valid", NAMES));
  const timings = await timingsOf(page);
  printNames("valid", "in memory", chosen, timings);
}

async function benchNames(page: Page, upload: ReadyUpload, kind: NameKind): Promise<void> {
  const place = temporaryFolder("names");
  try {
    const name = `${upload.flightId}_${sensorNumber(upload.sensorName)}`;
    const folder = writeNames(place, name, namesOf(kind, NAMES));
    await openCheck(page, upload);
    const chosen = await page.evaluate(() => performance.now());
    await page.getByLabel("Flight folder").setInputFiles(folder, { timeout: 300_000 });
    printNames(kind, "on disk", chosen, await timingsOf(page));
  } finally {
    removeFolder(place);
  }
}

async function benchContents(page: Page, upload: ReadyUpload): Promise<void> {
  const place = temporaryFolder("contents");
  try {
    const { folder, bytes } = writeSparse(place, upload);
    await countReads(page);
    await openCheck(page, upload);
    await page.getByLabel("Flight folder").setInputFiles(folder);
    const { started, reported } = await timingsOf(page);
    const headline = await page.getByRole("heading", { name: /^(Valid\b|Blocked)/ }).textContent();
    const read = await bytesRead(page);
    console.log(`\ncontents of ${(bytes / GB).toFixed(1)} GB, found ${headline}`);
    const [measured, limit] = [read, bytes * MOST_READ].map((n) => `${(n / 1e6).toFixed(1)} MB`);
    line("bytes read", measured ?? "", limit ?? "", read < bytes * MOST_READ);
    console.log(
      `  ratio ${((read / bytes) * 100).toFixed(4)} % of the folder; ` +
        `${((reported - started) / 1000).toFixed(2)} s`,
    );
  } finally {
    removeFolder(place);
  }
}

const PARTS = ["memory", "valid", "invalid", "contents"] as const;

/** `npm run bench -- validate [memory | valid | invalid | contents]…`: folders validated in a real browser, beside the limits. */
export async function benchValidate(words: readonly string[]): Promise<void> {
  const parts = PARTS.filter((part) => words.length === 0 || words.includes(part));
  const swath = await Swath.start();
  const browser = await playwright.launch(chromium());
  try {
    const token = tokenOf(swath, "crew");
    const raw = await readyUpload(swath, token, "TerrainMapperRAW");
    const lidar = await readyUpload(swath, token, "LiDAR", /Galaxy/);
    for (const part of parts) {
      const page = await signedIn(browser, swath);
      if (part === "contents") await benchContents(page, lidar);
      else if (part === "memory") await benchMemory(page, raw);
      else await benchNames(page, raw, part);
      await page.close();
    }
  } finally {
    await browser.close();
    await swath.stop();
  }
}
