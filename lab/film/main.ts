// Films an upload that is killed and goes on, and a review, for the README.
//   npm run film -- [FILE]
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Browser, chromium as playwright, type Page } from "@playwright/test";
import { readyUpload, tokenOf } from "../../e2e/api.ts";
import { signIn } from "../../e2e/fixtures.ts";
import { sampleFolder } from "../../e2e/folder.ts";
import { slowLink } from "../../e2e/slow-link.ts";
import { removeFolder, Swath, temporaryFolder } from "../../e2e/swath.ts";
import { UploadPage } from "../../e2e/upload-page.ts";
import { chromium } from "../../tools/chromium.mjs";
import { Film, PAGE_SIZE } from "./film.ts";

const LINK_BYTES_PER_SECOND = 9_000_000;
/** The longest piece of waiting that the film keeps, ms. */
const WAIT_MS = 5_000;
const MOST_MS = 180_000;

const windowOf = async (browser: Browser, swath: Swath, account: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: swath.origin, viewport: PAGE_SIZE });
  const page = await context.newPage();
  await signIn(page, account);
  await page.getByRole("button", { name: "Close this note" }).click();
  return page;
};

async function filmUpload(film: Film, swath: Swath, page: Page, place: string): Promise<void> {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--big");
  const uploading = new UploadPage(page);
  await slowLink(page, LINK_BYTES_PER_SECOND);
  await uploading.open(upload);
  await film.say(page, "A crew is back with a drive: the page says what the folder must hold.");
  await uploading.choose(folder);
  await page.getByRole("dialog").waitFor({ timeout: MOST_MS });
  await film.say(page, "The folder is validated before a byte leaves the drive.");
  await uploading.confirmFindings(MOST_MS);
  await film.say(page, "It is compressed and sent in parts, on as many connections as pay.");
  await film.shown(page, 3_000);
  await swath.kill();
  await film.say(page, "The server is killed in mid-upload.");
  await film.shown(page, 3_500);
  await film.during(page, swath.start(), 1_500);
  await film.say(page, "It is back: the upload continues, and what had arrived is not sent again.");
  await film.during(page, uploading.ready(MOST_MS), WAIT_MS);
  await film.say(page, "Every byte that arrived was compared with the drive.");
  await film.shown(page, 2_000);
}

async function filmReview(film: Film, page: Page): Promise<void> {
  await page.goto(`/ip?Status=${encodeURIComponent("$any QA_PENDING")}`);
  await page.getByRole("rowheader").first().waitFor();
  await film.say(page, "Processing runs by itself; a reviewer sees what awaits QA.");
  const jobs = page.getByRole("button", { name: /^(QA1 )?Quality: Completed/ });
  await jobs.first().click();
  await page.getByRole("menuitem", { name: "Review results", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await film.say(page, "Results stand against their bounds, beside the last attempt.");
  await page.keyboard.press("a");
  const question = page.getByRole("dialog", { name: "Update Status" });
  await question.waitFor();
  await film.say(page, "One key judges, and the next job follows.");
  await question.getByRole("button", { name: "Confirm" }).click();
  await film.shown(page, 2_500);
  await page.keyboard.press("u");
  await film.say(page, "Another key takes it back.");
  await film.shown(page, 1_500);
}

const file = resolve(process.env["INIT_CWD"] ?? ".", process.argv[2] ?? "docs/images/swath.webp");
const place = temporaryFolder("film");
const swath = await Swath.start();
const browser = await playwright.launch(chromium());
try {
  const film = new Film(await browser.newPage());
  await filmUpload(film, swath, await windowOf(browser, swath, "crew"), place);
  await filmReview(film, await windowOf(browser, swath, "operator"));
  writeFileSync(file, film.file());
  console.log(`${file}: ${film.file().length} bytes`);
} finally {
  await browser.close();
  await swath.stop();
  removeFolder(place);
}
