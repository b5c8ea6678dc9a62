import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium as playwright, type Page } from "@playwright/test";
import { readyUpload, tokenOf } from "../e2e/api.ts";
import { signIn } from "../e2e/fixtures.ts";
import { sampleFolder } from "../e2e/folder.ts";
import { removeFolder, Swath, temporaryFolder } from "../e2e/swath.ts";
import { UploadPage } from "../e2e/upload-page.ts";
import { chromium } from "./chromium.mjs";

// npm run screenshots -- [folder]: every screen at both widths, light and dark, of a demonstration.
const into = resolve(process.env["INIT_CWD"] ?? ".", process.argv[2] ?? "screenshots");
const LOOKS = [
  { width: 1425, colorScheme: "light" },
  { width: 1425, colorScheme: "dark" },
  { width: 1920, colorScheme: "light" },
  { width: 1920, colorScheme: "dark" },
] as const;

async function photograph(page: Page, name: string): Promise<void> {
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(into, `${name}-${width}-${colorScheme}.png`) });
  }
}

async function slowLink(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 8_000_000,
  });
}

async function walk(swath: Swath, page: Page, place: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: /^Sign in/ }).waitFor();
  await photograph(page, "sign-in");
  await signIn(page, "crew");
  await page
    .getByRole("link", { name: /^FL\d{6}$/ })
    .first()
    .waitFor();
  await photograph(page, "flights");
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  await page.goto(`/post/${upload.flightId}`);
  await page.getByText("Field Uploads").first().waitFor();
  await photograph(page, "flight");
  const road = new UploadPage(page);
  await road.open(upload);
  await photograph(page, "upload-empty");
  const other = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/, [
    upload.flightId,
  ]);
  await road.choose(sampleFolder(other.flightId, join(place, "other")));
  await page.getByRole("dialog").waitFor();
  await photograph(page, "upload-blocked");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await slowLink(page);
  await road.choose(sampleFolder(upload.flightId, join(place, "own"), "--big"));
  await road.confirmFindings();
  await page.waitForTimeout(8_000);
  await photograph(page, "upload");
  await road.ready(180_000);
  await photograph(page, "upload-ready");
}

mkdirSync(into, { recursive: true });
const swath = await Swath.start();
const place = temporaryFolder("screenshots");
const browser = await playwright.launch(chromium());
try {
  await walk(swath, await browser.newPage({ baseURL: swath.origin }), place);
} finally {
  await browser.close();
  await swath.stop();
  removeFolder(place);
}
