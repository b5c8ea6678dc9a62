// Photographs the screens whose name holds a word, or all of them, in each of their states, at each
// width, light and dark, into ./screenshots.
//   npm run screenshots -- [--odd] [--look 1425-light …] [WORD …]
// With --odd in German, in forced colours and at 200 % zoom instead, at the narrowest desk's width.
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, type CDPSession, chromium as playwright, type Page } from "@playwright/test";
import { signIn } from "../../e2e/fixtures.ts";
import { removeFolder, Swath, temporaryFolder } from "../../e2e/swath.ts";
import { chromium } from "../../tools/chromium.mjs";
import { ADMINISTRATION_SCENES } from "./administration-scenes.ts";
import { BULK_SCENES } from "./bulk-scenes.ts";
import { CLOUD_SCENES, seedForClouds } from "./cloud-scenes.ts";
import { LAYER_SCENES, seedForLayers } from "./layer-scenes.ts";
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
import { PROPOSAL_SCENES } from "./proposal-scenes.ts";
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
  ...CLOUD_SCENES,
  ...LAYER_SCENES,
  ...PROCESSING_SCENES,
  ...JOB_ACTION_SCENES,
  ...RESUBMIT_SCENES,
  ...NEWS_SCENES,
  ...FAILURE_SCENES,
  ...REVIEW_SCENES,
  ...PROPOSAL_SCENES,
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
/** What a page loads is there by then. */
const GERMAN_MS = 1_500;

/** How a scene is drawn. */
interface Look {
  readonly name: string;
  readonly width: number;
  readonly colorScheme: "light" | "dark";
  readonly forcedColors?: "active";
  readonly german?: boolean;
}

const LOOKS: readonly Look[] = WIDTHS.flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({
    name: `${width}-${colorScheme}`,
    width,
    colorScheme,
  })),
);
const DESK: Omit<Look, "name"> = { width: WIDTHS[0]!, colorScheme: "light" };
const ODD_LOOKS: readonly Look[] = [
  { ...DESK, name: "forced-colors", forcedColors: "active" },
  // Zoom halves the room that a page has.
  { ...DESK, name: "zoom-200", width: Math.round(DESK.width / 2) },
  { ...DESK, name: "german", german: true },
];

const into = resolve(process.env["INIT_CWD"] ?? ".", "screenshots");
const { values: options, positionals: words } = parseArgs({
  options: { odd: { type: "boolean" }, look: { type: "string", multiple: true } },
  allowPositionals: true,
});

/**
 * Has the page drawn for a finger or a mouse. Chromium forgets the finger when colours or sizes
 * change, and takes it up again only when it is new; a picture beyond the window is drawn for a mouse.
 */
async function touch(device: CDPSession, enabled: boolean): Promise<void> {
  await device.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  if (enabled) await device.send("Emulation.setTouchEmulationEnabled", { enabled });
}

/** Loads the page again in German: what its address does not hold, such as a dialog, is closed. */
async function speakGerman(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem("swath-language", "de"));
  await page.reload();
  await page.locator("html[lang=de]").waitFor({ state: "attached" });
  await page.waitForTimeout(GERMAN_MS);
}

async function photograph(page: Page, name: string): Promise<void> {
  const device = await page.context().newCDPSession(page);
  for (const look of options.odd === true ? ODD_LOOKS : LOOKS) {
    if (options.look?.includes(look.name) === false) continue;
    const { width, colorScheme, forcedColors = "none", german = false } = look;
    const isTouched = !look.name.startsWith("zoom") && width < DESK_WIDTH;
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme, forcedColors });
    if (german) await speakGerman(page);
    await touch(device, isTouched);
    await page.waitForTimeout(400);
    if (isTouched) {
      // What reflows is looked at whole.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.max(HEIGHT, height) });
      await touch(device, isTouched);
      await page.waitForTimeout(200);
    }
    await page.screenshot({ path: join(into, `${name}-${look.name}.png`) });
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
/** What lies in the store before the server begins. */
async function seedStore(dataFolder: string): Promise<void> {
  await seedForExplorer(dataFolder);
  await seedForClouds(dataFolder);
  await seedForLayers(dataFolder);
}

let swath = await Swath.start({}, seedStore);
const browser = await playwright.launch(chromium());
const missed: string[] = [];

/** A scene that fails is played once more: scenes use up the uploads of a catalogue. */
async function playAnew(scene: Scene): Promise<void> {
  try {
    await swath.stop();
    swath = await Swath.start({}, seedStore);
    await play(browser, swath, scene);
  } catch (error) {
    missed.push(scene.name);
    console.error(`${scene.name}: ${String(error)}`);
  }
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
