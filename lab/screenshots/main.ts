// Photographs the screens whose name holds a word, or all of them, in each of their states, at each
// width, light and dark, into ./screenshots.
//   npm run screenshots -- [WORD …]
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, type CDPSession, chromium as playwright, type Page } from "@playwright/test";
import { signIn } from "../../e2e/fixtures.ts";
import { removeFolder, Swath, temporaryFolder } from "../../e2e/swath.ts";
import { chromium } from "../../tools/chromium.mjs";
import { ADMINISTRATION_SCENES } from "./administration-scenes.ts";
import { BULK_SCENES } from "./bulk-scenes.ts";
import { CUSTOM_SCENES } from "./custom-scenes.ts";
import { DOWNLOAD_SCENES } from "./download-scenes.ts";
import { ENTRY_SCENES } from "./entry-scenes.ts";
import { EXPLORER_SCENES, seedForExplorer } from "./explorer-scenes.ts";
import { FAILURE_SCENES } from "./failure-scenes.ts";
import { FLIGHT_PAGE_SCENES } from "./flight-page-scenes.ts";
import { FLIGHT_SCENES } from "./flight-scenes.ts";
import { INSTRUCTION_SCENES } from "./instruction-scenes.ts";
import { INTERRUPTION_SCENES } from "./interruption-scenes.ts";
import { JOB_ACTION_SCENES } from "./job-action-scenes.ts";
import { LINES_SCENES } from "./lines-scenes.ts";
import { NEWS_SCENES } from "./news-scenes.ts";
import { OVERVIEW_SCENES } from "./overview-scenes.ts";
import { PARAMETER_SCENES } from "./parameter-scenes.ts";
import { PLANNING_SCENES } from "./planning-scenes.ts";
import { PROCESSING_SCENES } from "./processing-scenes.ts";
import { RESUBMIT_SCENES } from "./resubmit-scenes.ts";
import { REVIEW_SCENES } from "./review-scenes.ts";
import type { Scene } from "./scene.ts";
import { STANDING_SCENES } from "./standing-scenes.ts";
import { UPLOAD_SCENES } from "./upload-scenes.ts";

const SCENES: readonly Scene[] = [
  ...ENTRY_SCENES,
  ...OVERVIEW_SCENES,
  ...ADMINISTRATION_SCENES,
  ...FLIGHT_SCENES,
  ...FLIGHT_PAGE_SCENES,
  ...PLANNING_SCENES,
  ...UPLOAD_SCENES,
  ...INTERRUPTION_SCENES,
  ...STANDING_SCENES,
  ...EXPLORER_SCENES,
  ...PROCESSING_SCENES,
  ...JOB_ACTION_SCENES,
  ...RESUBMIT_SCENES,
  ...NEWS_SCENES,
  ...FAILURE_SCENES,
  ...REVIEW_SCENES,
  ...LINES_SCENES,
  ...INSTRUCTION_SCENES,
  ...PARAMETER_SCENES,
  ...CUSTOM_SCENES,
  ...DOWNLOAD_SCENES,
  // They change what others show.
  ...BULK_SCENES,
];
/** The narrowest desk that the pages are made for, a wide one, a tablet, a phone. */
const WIDTHS = [1425, 1920, 900, 390];
/** Narrower ones are touched. */
const DESK_WIDTH = 1_000;
const HEIGHT = 900;
const LOOKS = WIDTHS.flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

const into = resolve(process.env["INIT_CWD"] ?? ".", "screenshots");
const words = process.argv.slice(2);

/**
 * Has the page drawn for a finger or a mouse. Chromium forgets the finger when colours or sizes
 * change, and takes it up again only when it is new; a picture beyond the window is drawn for a mouse.
 */
async function touch(device: CDPSession, enabled: boolean): Promise<void> {
  await device.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  if (enabled) await device.send("Emulation.setTouchEmulationEnabled", { enabled });
}

async function photograph(page: Page, name: string): Promise<void> {
  const device = await page.context().newCDPSession(page);
  for (const { width, colorScheme } of LOOKS) {
    const isTouched = width < DESK_WIDTH;
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme });
    await touch(device, isTouched);
    await page.waitForTimeout(400);
    if (isTouched) {
      // What reflows is looked at whole.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.max(HEIGHT, height) });
      await touch(device, isTouched);
      await page.waitForTimeout(200);
    }
    await page.screenshot({ path: join(into, `${name}-${width}-${colorScheme}.png`) });
  }
}

async function play(browser: Browser, swath: Swath, scene: Scene): Promise<void> {
  const viewport = { width: WIDTHS[0]!, height: HEIGHT };
  const context = await browser.newContext({ baseURL: swath.origin, viewport });
  const place = temporaryFolder("scene");
  try {
    const page = await context.newPage();
    if (scene.account !== undefined) await signIn(page, scene.account);
    const missed = join(into, `${scene.name}-missed.png`);
    try {
      await scene.open(page, { swath, place });
    } catch (error) {
      await page.screenshot({ path: missed });
      throw error;
    }
    rmSync(missed, { force: true });
    await photograph(page, scene.name);
  } finally {
    await context.close();
    removeFolder(place);
  }
}

mkdirSync(into, { recursive: true });
let swath = await Swath.start({}, seedForExplorer);
const browser = await playwright.launch(chromium());
const missed: string[] = [];

/** A scene that fails is played once more: scenes use up the uploads of a catalogue. */
async function playAnew(scene: Scene): Promise<void> {
  await swath.stop();
  swath = await Swath.start({}, seedForExplorer);
  await play(browser, swath, scene).catch((error: unknown) => {
    missed.push(scene.name);
    console.error(`${scene.name}: ${String(error)}`);
  });
}

try {
  for (const scene of SCENES) {
    if (words.length > 0 && !words.some((word) => scene.name.includes(word))) continue;
    await play(browser, swath, scene).catch(() => playAnew(scene));
  }
} finally {
  await browser.close();
  await swath.stop();
}
if (missed.length > 0) process.exitCode = 1;
