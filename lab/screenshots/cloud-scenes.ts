import type { Page } from "@playwright/test";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import { linesFile } from "../../apps/web/src/clouds/testing/line-file.ts";
import { cloudFinding } from "../../apps/web/src/data/testing/cloud-finding.ts";
import type { Scene } from "./scene.ts";
import { answer, fail, hold } from "./states.ts";

export const CLOUD_BUCKET = "swath-lidar";
export const CLOUD = "FL000003/LiDAR/two lines.copc.laz";
const OPENING = /\/api\/processing\/clouds\/open/;

/** Puts a cloud of two lines in the store before the server begins. */
export async function seedForClouds(dataFolder: string): Promise<void> {
  const store = await openObjectStore({ kind: "file", dataFolder, publicUrl: "" }, systemClock);
  const file = await linesFile([
    { line: 1, tooHigh: 0 },
    { line: 2, tooHigh: 0.1 },
  ]);
  await store.write(CLOUD_BUCKET, CLOUD, [file], { size: file.length });
}

const PROFILE = { profile: "400010,6400030,400090,6400070" };

async function go(page: Page, query: Readonly<Record<string, string>> = {}): Promise<void> {
  const address = new URLSearchParams({ bucket: CLOUD_BUCKET, file: CLOUD, ...query });
  await page.goto(`/clouds?${address.toString()}`);
}

const drawn = async (page: Page): Promise<void> => {
  await page.getByText("of 60,000 points are drawn").waitFor();
  await page.waitForTimeout(2_000);
};

const scene = (name: string, open: (page: Page) => Promise<void>): Scene => ({
  name: `cloud-${name}`,
  account: "crew",
  open,
});

const PROCESSING = "e334a0bda04947859e512fc2";

/** The same cloud as a job published it. */
async function goPublished(page: Page, query: Readonly<Record<string, string>>): Promise<void> {
  const file = { bucket: CLOUD_BUCKET, key: CLOUD, path: "two lines.copc.laz", size: 1 };
  const clouds = [{ job: "ICP2_MineIP1", attempt: 2, files: [file] }];
  await page.route(`**/api/processing/clouds/${PROCESSING}`, (route) =>
    route.fulfill({ json: clouds }),
  );
  const address = new URLSearchParams({ processing: PROCESSING, ...query });
  await page.goto(`/clouds?${address.toString()}`);
}

const FINDINGS = /\/api\/processing\/findings\?/;

/** The same with an open finding and a settled one. */
async function goMarked(page: Page, query: Readonly<Record<string, string>>): Promise<void> {
  const findings = [
    cloudFinding({ words: "A step of 0.10 m between lines 1 and 2, all along the road." }),
    cloudFinding({
      id: "1".repeat(24),
      kind: "wrongClass",
      line: null,
      place: { ...cloudFinding().place, x: 400_030, y: 6_400_040 },
      closed: true,
      answers: [{ words: "Classed again.", closes: true, by: "Olga", at: "2026-03-22T09:00:00Z" }],
    }),
  ];
  await answer(page, FINDINGS, findings);
  await goPublished(page, query);
  await page.getByText("Findings: 1 open of 2").waitFor();
}

/** The viewer of point clouds. */
export const CLOUD_SCENES: readonly Scene[] = [
  scene("map", async (page) => {
    await go(page, { color: "class" });
    await drawn(page);
  }),
  scene("line-differences", async (page) => {
    await go(page, { color: "difference", withoutLines: "2" });
    await drawn(page);
  }),
  scene("profile", async (page) => {
    await go(page, { color: "line", ...PROFILE });
    await page.getByRole("row", { name: /^2 / }).waitFor();
    await drawn(page);
  }),
  scene("3d", async (page) => {
    await go(page, { view: "3d" });
    await drawn(page);
  }),
  scene("without-webgl", async (page) => {
    await page.addInitScript(() => {
      const { prototype } = HTMLCanvasElement;
      const own = Reflect.get(prototype, "getContext") as (...args: unknown[]) => unknown;
      const apply = (to: typeof own, canvas: unknown, args: unknown[]): unknown =>
        String(args[0]).startsWith("webgl") ? null : Reflect.apply(to, canvas, args);
      Reflect.set(prototype, "getContext", new Proxy(own, { apply }));
    });
    await go(page, { view: "3d" });
    await page.getByText("This browser has no WebGL").waitFor();
    await drawn(page);
  }),
  scene("findings", async (page) => {
    await goMarked(page, { color: "class" });
    await drawn(page);
  }),
  scene("mark-a-finding", async (page) => {
    await goMarked(page, { color: "line", higher: "1", ...PROFILE });
    await page.getByRole("row", { name: /^2 / }).waitFor();
    await drawn(page);
    const profile = page.getByRole("application", { name: /^Profile/ });
    const { width, height } = (await profile.boundingBox())!;
    await profile.click({ position: { x: 56 + (width - 68) / 2, y: 8 + (height - 36) / 2 } });
    await page.getByRole("button", { name: "Mark a finding" }).click();
    await page.getByRole("textbox", { name: "Description" }).fill("A step between lines 1 and 2");
    await page.waitForTimeout(500);
  }),
  scene("findings-none", async (page) => {
    await answer(page, FINDINGS, []);
    await goPublished(page, {});
    await drawn(page);
  }),
  scene("findings-failed", async (page) => {
    await fail(page, FINDINGS);
    await goPublished(page, {});
    await page.getByText("Findings could not be loaded").waitFor({ timeout: 60_000 });
  }),
  scene("opening", async (page) => {
    await hold(page, OPENING);
    await go(page);
    await page.getByText("Opening the point cloud...").waitFor();
  }),
  scene("failed", async (page) => {
    await fail(page, OPENING);
    await go(page);
    await page.getByText("The point cloud could not be opened").waitFor();
  }),
  scene("no-octree", async (page) => {
    await go(page, { file: "FL000003/LiDAR/strip.laz" });
    await page.getByText("This file has no octree").waitFor();
  }),
];
