import { lasBytes } from "@swath/pointcloud/testing";
import type { Page } from "@playwright/test";
import { systemClock } from "../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../apps/server/src/platform/open-store.ts";
import { linesFile } from "../apps/web/src/clouds/testing/line-file.ts";
import { expect, testOf } from "./fixtures.ts";
import { Swath } from "./swath.ts";

const JUMP = 0.1;
const FOLDER = "FL000001/LiDAR/";
const CLOUD = `${FOLDER}two lines.copc.laz`;
/** Of another program: LAS 1.2, without an octree. */
const FOREIGN = `${FOLDER}strip.las`;
const foreignFile = (): Uint8Array =>
  lasBytes({
    minor: 2,
    format: 3,
    points: Array.from({ length: 5_000 }, (_, at) => ({
      at: [(at % 100) * 50, Math.floor(at / 100) * 50, at % 7] as const,
      classification: 2,
      source: 4,
      time: at,
    })),
  });

/** A server whose store held a cloud before it began: two lines, the second 10 cm too high. */
const test = testOf(async () => {
  const file = await linesFile([
    { line: 1, tooHigh: 0 },
    { line: 2, tooHigh: JUMP },
  ]);
  return Swath.start({}, async (dataFolder) => {
    const options = { kind: "file", dataFolder, publicUrl: "" } as const;
    const store = await openObjectStore(options, systemClock);
    await store.write("swath-lidar", CLOUD, [file], { size: file.length });
    const foreign = foreignFile();
    await store.write("swath-lidar", FOREIGN, [foreign], { size: foreign.length });
  });
});

/** What the table of heights says of a line, m: its height, and how it differs from the first. */
async function heightsOf(page: Page, line: number): Promise<readonly number[]> {
  const cells = await page
    .getByRole("row", { name: new RegExp(`^${line} `) })
    .getByRole("cell")
    .allTextContents();
  return cells.map((text) => Number(text.replace("−", "-")));
}

test("a jump of 10 cm between two lines is read off a profile as 10 cm, from the explorer on", async ({
  asUser,
}) => {
  const query = new URLSearchParams({ bucket: "swath-lidar", prefix: FOLDER });
  const explorer = await asUser("crew", `/explorer?${query.toString()}`);
  await explorer.getByRole("button", { name: "More for two lines.copc.laz" }).click();
  const opening = explorer.context().waitForEvent("page");
  await explorer.getByRole("menuitem", { name: "View point cloud" }).click();
  const page = await opening;
  await expect(page.getByText(/of 60,000 points are drawn/)).toBeVisible();
  for (const [field, value] of [
    ["From x", "400010"],
    ["From y", "6400030"],
    ["To x", "400090"],
    ["To y", "6400070"],
  ] as const)
    await page.getByRole("textbox", { name: field }).fill(value);
  await page.getByRole("button", { name: "Show profile" }).click();
  await expect(page.getByText(/A profile 89.4 m long and 2 m wide/)).toBeVisible();
  await expect(page.getByRole("row", { name: /^2 / })).toBeVisible();
  // The truth: 50 m in the west, a tenth more for each metre to the east; the middle lies 50 m east.
  const [height] = await heightsOf(page, 1);
  expect(Math.abs(height! - 55)).toBeLessThan(0.01);
  const [, jump] = await heightsOf(page, 2);
  expect(Math.abs(jump! - JUMP)).toBeLessThan(0.01);
  // The link leads another to the same profile.
  const other = await asUser("leader", page.url());
  await expect(other.getByRole("row", { name: /^2 / })).toBeVisible();
  expect((await heightsOf(other, 2))[1]).toBe(jump);
});

test("a LAS file without an octree is prepared once, and another sees it at once", async ({
  asUser,
}) => {
  const query = new URLSearchParams({ bucket: "swath-lidar", file: FOREIGN });
  const page = await asUser("crew", `/clouds?${query.toString()}`);
  await page.getByRole("button", { name: "Prepare it for viewing" }).click();
  await expect(page.getByText("This is a copy, prepared for viewing")).toBeVisible({
    timeout: 120_000,
  });
  await expect(page.getByText(/of 5,000 points are drawn/)).toBeVisible();
  const other = await asUser("leader", page.url());
  await expect(other.getByText(/of 5,000 points are drawn/)).toBeVisible();
  await expect(other.getByText("strip.las", { exact: true })).toBeVisible();
});
