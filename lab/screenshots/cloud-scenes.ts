import type { CloudPreparation } from "@swath/contract/prepared-clouds";
import type { Page } from "@playwright/test";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import { linesFile } from "../../apps/web/src/clouds/testing/line-file.ts";
import { savedProfile } from "../../apps/web/src/data/testing/saved-profile.ts";
import { cloudFinding } from "../../apps/web/src/data/testing/cloud-finding.ts";
import type { Scene } from "./scene.ts";
import { answer, fail, hold } from "./states.ts";

export const CLOUD_BUCKET = "swath-lidar";
export const CLOUD = "FL000003/LiDAR/two lines.copc.laz";
const PLAIN = "FL000003/LiDAR/strip.laz";
const OPENING = /\/api\/processing\/clouds\/open/;

const BEFORE = "FL000003/LiDAR/before.copc.laz";

/** Puts a cloud of two lines in the store before the server begins, and an attempt before it. */
export async function seedForClouds(dataFolder: string): Promise<void> {
  const store = await openObjectStore({ kind: "file", dataFolder, publicUrl: "" }, systemClock);
  const file = await linesFile([
    { line: 1, tooHigh: 0 },
    { line: 2, tooHigh: 0.1 },
  ]);
  await store.write(CLOUD_BUCKET, CLOUD, [file], { size: file.length });
  const before = await linesFile([{ line: 1, tooHigh: 0.5 }]);
  await store.write(CLOUD_BUCKET, BEFORE, [before], { size: before.length });
  const plain = Buffer.from(file);
  // The name of the record that says where the octree is.
  plain.write("none", 377);
  await store.write(CLOUD_BUCKET, PLAIN, [plain], { size: plain.length });
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
async function goPublished(
  page: Page,
  query: Readonly<Record<string, string>>,
  isMarked = false,
): Promise<void> {
  const file = { bucket: CLOUD_BUCKET, key: CLOUD, path: "two lines.copc.laz", size: 1 };
  const clouds = [{ job: "ICP2_MineIP1", attempt: 2, files: [file] }];
  await page.route(`**/api/processing/clouds/${PROCESSING}`, (route) =>
    route.fulfill({ json: clouds }),
  );
  await answer(page, PROFILES, isMarked ? [savedProfile({ name: "Road north of the hall" })] : []);
  const address = new URLSearchParams({ processing: PROCESSING, ...query });
  await page.goto(`/clouds?${address.toString()}`);
}

const PROFILES = /\/api\/processing\/profiles\?/;
const PROFILE_PICTURE = /\/api\/processing\/profiles\/\w+\/picture/;
const ATTEMPT = /\/api\/processing\/clouds\/\w+\/jobs\//;
const COMPARED = { ...PROFILE, compare: `${PROCESSING}~ICP2_MineIP1~1` };

/** The same, compared with the attempt before. */
async function goCompared(page: Page, query: Readonly<Record<string, string>> = {}): Promise<void> {
  const file = { bucket: CLOUD_BUCKET, key: BEFORE, path: "before.copc.laz", size: 1 };
  await answer(page, ATTEMPT, { job: "ICP2_MineIP1", attempt: 1, files: [file] });
  await goMarked(page, { color: "line", ...COMPARED, ...query });
}

const bothDrawn = async (page: Page): Promise<void> => {
  await page
    .getByRole("region", { name: "ICP2_MineIP1, attempt 1" })
    .getByRole("row")
    .nth(1)
    .waitFor();
  await drawn(page);
};

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
  await goPublished(page, query, true);
  await page.getByText("Findings: 1 open of 2").waitFor();
}

/** A grey sheet. */
export const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAADCAAAAACLoxGUAAAADklEQVR42mM4AQUMGAwA/TsSwRFooUEAAAAASUVORK5CYII=";

/** Corners that are typed, and what they tell. */
async function measured(page: Page, corners: string): Promise<void> {
  await go(page, { color: "class" });
  await drawn(page);
  await page.getByRole("button", { name: "Measure", exact: true }).click();
  await page.getByRole("textbox", { name: /^Corners/ }).fill(corners);
  await page.getByRole("button", { name: "Measure corners" }).click();
  await page.waitForTimeout(500);
}

const PREPARING = /\/api\/processing\/prepared-clouds/;
const NOT_PREPARED: CloudPreparation = {
  state: "none",
  size: 3_000_000_000,
  percent: 0,
  fault: null,
  reason: null,
};
const PREPARATIONS: readonly (readonly [string, Partial<CloudPreparation>, string])[] = [
  ["waiting", { state: "waiting" }, "It waits for the compute engine."],
  ["running", { state: "running", percent: 41 }, "Prepared: 41 %."],
  [
    "failed",
    { state: "failed", fault: "file", reason: "is damaged, behind point 1200 of 9000" },
    "is damaged, behind point",
  ],
  ["cancelled", { state: "failed", fault: "cancelled" }, "The preparation was cancelled"],
];

/** Answers the copy of a file by the cloud that the store holds. */
async function openInstead(page: Page): Promise<void> {
  await page.route(OPENING, async (route) => {
    const body = route.request().postDataJSON() as { prepared?: boolean };
    const keys = [body.prepared === true ? CLOUD : PLAIN];
    await route.continue({ postData: JSON.stringify({ bucket: CLOUD_BUCKET, keys }) });
  });
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
  scene("measure", async (page) => {
    await go(page, { color: "class" });
    await drawn(page);
    await page.getByRole("button", { name: "Measure", exact: true }).click();
    await page.waitForTimeout(300);
  }),
  scene("measured-slope", async (page) => {
    await measured(page, "400010 6400050\n400090 6400050");
  }),
  scene("measured-area", async (page) => {
    await measured(page, "400010 6400010\n400080 6400020\n400060 6400080\n400020 6400070");
  }),
  scene("compared", async (page) => {
    await goCompared(page);
    await bothDrawn(page);
  }),
  scene("compared-choice", async (page) => {
    await hold(page, /\/clouds\/\w+\/attempts$/);
    await goMarked(page, { color: "line", ...PROFILE });
    await page.getByRole("row", { name: /^2 / }).waitFor();
    await page.getByRole("combobox", { name: "Compare with" }).click();
    await page.waitForTimeout(500);
  }),
  scene("compared-opening", async (page) => {
    await hold(page, ATTEMPT);
    await goMarked(page, { color: "line", ...COMPARED });
    await page.getByText("Opening the compared cloud...").waitFor();
    await drawn(page);
  }),
  scene("compared-failed", async (page) => {
    await fail(page, ATTEMPT);
    await goMarked(page, { color: "line", ...COMPARED });
    await page.getByText("The compared cloud could not be opened").waitFor({ timeout: 60_000 });
    await drawn(page);
  }),
  scene("compared-empty", async (page) => {
    await goCompared(page, { profile: "400210,6400030,400290,6400070" });
    await page.getByText("No points of this cloud lie here.").waitFor();
    await drawn(page);
  }),
  scene("earlier-attempt", async (page) => {
    await goCompared(page, { attempt: "1", compare: "" });
    await page.getByText("Not published: show what is").waitFor();
    await page.getByText("of 30,000 points are drawn").waitFor();
    await page.waitForTimeout(2_000);
  }),
  scene("earlier-attempt-gone", async (page) => {
    await fail(page, ATTEMPT);
    await goPublished(page, { attempt: "1" });
    await page
      .getByText("The clouds of this attempt could not be loaded")
      .waitFor({ timeout: 60_000 });
  }),
  scene("save-a-profile", async (page) => {
    await goCompared(page);
    await bothDrawn(page);
    await page.getByRole("button", { name: "Save profile" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Road north of the hall");
    await page.waitForTimeout(500);
  }),
  scene("saved-profiles", async (page) => {
    await answer(page, PROFILE_PICTURE, { picture: PICTURE });
    await goMarked(page, { color: "class" });
    await drawn(page);
    await page.getByRole("button", { name: /^Picture: Road/ }).click();
    await page.getByRole("img", { name: /^The profile Road/ }).scrollIntoViewIfNeeded();
  }),
  scene("saved-profiles-failed", async (page) => {
    await goMarked(page, {});
    await page.unroute(PROFILES);
    await fail(page, PROFILES);
    await page.reload();
    await page.getByText("Saved profiles could not be loaded").waitFor({ timeout: 60_000 });
  }),
  scene("delete-a-profile", async (page) => {
    await goMarked(page, {});
    await drawn(page);
    await page.getByRole("button", { name: /^Delete: Road/ }).click();
    await page.waitForTimeout(500);
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
    await go(page, { file: PLAIN });
    await page.getByText("This file has no octree").waitFor();
  }),
  ...PREPARATIONS.map(([name, preparation, words]) =>
    scene(`preparing-${name}`, async (page) => {
      await answer(page, PREPARING, { ...NOT_PREPARED, ...preparation });
      await go(page, { file: PLAIN });
      await page.getByText(words).first().waitFor();
    }),
  ),
  scene("prepared", async (page) => {
    await answer(page, PREPARING, { ...NOT_PREPARED, state: "done", percent: 100 });
    await openInstead(page);
    await go(page, { file: PLAIN });
    await drawn(page);
  }),
];
