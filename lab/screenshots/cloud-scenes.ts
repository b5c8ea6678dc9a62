import type { Page } from "@playwright/test";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import { linesFile } from "../../apps/web/src/clouds/testing/line-file.ts";
import type { Scene } from "./scene.ts";
import { fail, hold } from "./states.ts";

const BUCKET = "swath-lidar";
const CLOUD = "FL000003/LiDAR/two lines.copc.laz";
const OPENING = /\/api\/processing\/clouds\/open/;

/** Puts a cloud of two lines in the store before the server begins. */
export async function seedForClouds(dataFolder: string): Promise<void> {
  const store = await openObjectStore({ kind: "file", dataFolder, publicUrl: "" }, systemClock);
  const file = await linesFile([
    { line: 1, tooHigh: 0 },
    { line: 2, tooHigh: 0.1 },
  ]);
  await store.write(BUCKET, CLOUD, [file], { size: file.length });
}

const PROFILE = { profile: "400010,6400030,400090,6400070" };

async function go(page: Page, query: Readonly<Record<string, string>> = {}): Promise<void> {
  const address = new URLSearchParams({ bucket: BUCKET, file: CLOUD, ...query });
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

/** The viewer of point clouds. */
export const CLOUD_SCENES: readonly Scene[] = [
  scene("map", async (page) => {
    await go(page, { color: "class" });
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
