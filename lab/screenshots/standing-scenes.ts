import type { UploadState } from "@swath/contract/uploads";
import type { Page } from "@playwright/test";
import { type ReadyUpload, readyUpload, tokenOf } from "../../e2e/api.ts";
import type { Swath } from "../../e2e/swath.ts";
import { paused } from "./interruption-scenes.ts";
import type { Scene, Stage } from "./scene.ts";
import { change } from "./states.ts";

const rested = new WeakMap<Swath, Promise<ReadyUpload>>();

/** A paused upload of the crew's own: one for all of these scenes. */
function restedUpload(page: Page, stage: Stage): Promise<ReadyUpload> {
  const known = rested.get(stage.swath);
  if (known !== undefined) return known;
  const made = page
    .context()
    .newPage()
    .then(async (sender) => {
      const upload = await paused(sender, stage);
      await sender.close();
      return upload;
    });
  rested.set(stage.swath, made);
  return made;
}

/** It, which the page is told to stand otherwise. */
async function standing(page: Page, stage: Stage, told: Partial<UploadState>): Promise<void> {
  const { flightId, uploadId } = await restedUpload(page, stage);
  const calls = new RegExp(`/upload/${uploadId}/status$`);
  await change(page, calls, (state) => Object.assign({}, state, told));
  await page.goto(`/post/${flightId}/uploads/${uploadId}`);
  await page.getByRole("heading", { name: "Next step" }).waitFor();
  await page.waitForTimeout(1_000);
}

const scene = (name: string, told: Partial<UploadState>): Scene => ({
  name,
  account: "crew",
  open: (page, stage) => standing(page, stage, told),
});

/** Uploads that stand still: each as one card. */
export const STANDING_SCENES: readonly Scene[] = [
  scene("upload-failed", {
    status: "UPLOAD_FAILED",
    reason: "FL000101_01/FL000101_01_0001.range: the store refused it five times (503)",
  }),
  scene("upload-failed-start", { status: "GENERATING_METADATA_N_UPLOAD_TASK_FAILED" }),
  scene("upload-inconsistent", {
    status: "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
    reason: ["a.range: is missing in this folder", "b.range: is new", "c.000: has another size"]
      .map((line) => `FL000101_045/${line}`)
      .join("\n"),
  }),
  scene("upload-failed-validation", {
    status: "VALIDATING_UPLOAD_FAILED",
    reason: "FL000101_01.000: checksum differs\nFL000101_02.000: is missing",
  }),
  scene("upload-stalled", {
    status: "UPLOAD_STALLED",
    reason: "The browser was not heard from for 60 seconds",
  }),
  scene("upload-failed-anothers", {
    status: "UPLOAD_FAILED",
    isOwn: false,
    user: "Robin Reyes",
    reason: null,
  }),
  scene("upload-underway", { status: "UPLOADING", isOwn: false, user: "Robin Reyes" }),
  {
    name: "upload-choose-imagery",
    account: "crew",
    async open(page, { swath }) {
      const upload = await readyUpload(swath, tokenOf(swath, "crew"), "MediumFormatImagery");
      await page.goto(`/post/${upload.flightId}/uploads/${upload.uploadId}`);
      await page.getByRole("heading", { name: "What the folder must hold" }).waitFor();
    },
  },
  {
    name: "upload-choose-mapper",
    account: "crew",
    async open(page, { swath }) {
      const upload = await readyUpload(swath, tokenOf(swath, "crew"), "TerrainMapperLIDAR");
      await page.goto(`/post/${upload.flightId}/uploads/${upload.uploadId}`);
      await page.getByRole("heading", { name: "What the folder must hold" }).waitFor();
    },
  },
  {
    name: "check-before",
    account: "crew",
    async open(page, { swath }) {
      const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
      await page.goto(`/post/${upload.flightId}/check`);
      await page.getByRole("heading", { name: "What the folder must hold" }).waitFor();
    },
  },
];
