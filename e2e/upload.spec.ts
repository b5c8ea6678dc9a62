import { existsSync } from "node:fs";
import { join } from "node:path";
import { readyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { BLANK, expect, testAlone } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { slowLink } from "./slow-link.ts";
import { ROOT } from "./swath.ts";
import { UploadPage } from "./upload-page.ts";

const test = testAlone();

const REAL_LAZ = join(ROOT, "../shared/data/las");

test("a LiDAR folder with a file over 200 MB arrives byte for byte", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--big");
  const page = new UploadPage(await asUser("crew", BLANK));
  await page.open(upload);
  await page.choose(folder);
  await page.confirmFindings();
  await page.ready(120_000);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
});

test("a Terrain Mapper folder of LAZ files arrives byte for byte", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "TerrainMapperLAZ");
  const real = existsSync(REAL_LAZ) ? ["--laz-from", REAL_LAZ] : [];
  const folder = sampleFolder(upload, place, ...real);
  const page = new UploadPage(await asUser("crew", BLANK));
  await page.open(upload);
  await page.choose(folder);
  await page.confirmFindings();
  await page.ready(120_000);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
});

test("an upload is another person's to see, not to touch", async ({ swath, asUser, place }) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--big");
  const owner = await asUser("crew", BLANK);
  await slowLink(owner, 4_000_000);
  const page = new UploadPage(owner);
  await page.open(upload);
  await page.choose(folder);
  await page.confirmFindings();
  await expect(owner.getByRole("button", { name: /pause/i })).toBeEnabled();
  const other = await asUser("crew2", `/post/${upload.flightId}/uploads/${upload.uploadId}`);
  await expect(other.getByText("FLIGHT UPLOAD UNDERWAY")).toBeVisible();
  await expect(other.getByText("Casey Crew", { exact: true })).toBeVisible();
  await owner.getByRole("button", { name: /^cancel/i }).click();
  await expect(
    owner.getByText(
      "Are you sure you want to cancel the upload? Anything uploaded to this point will be deleted.",
    ),
  ).toBeVisible();
  await owner.getByRole("button", { name: "Cancel upload" }).last().click();
  await expect(
    owner.getByText(
      `The ${upload.flightId} upload job has been successfully cancelled. It will redirect to the dashboard in a few seconds...`,
    ),
  ).toBeVisible();
  await expect(owner).toHaveURL(/\/post$/);
});

test("a leader cancels another's upload with a reason, which its page says", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const owner = await asUser("crew", BLANK);
  await slowLink(owner, 4_000_000);
  const page = new UploadPage(owner);
  await page.open(upload);
  await page.choose(sampleFolder(upload, place, "--big"));
  await page.confirmFindings();
  await expect(owner.getByRole("button", { name: /pause/i })).toBeEnabled();
  const leader = await asUser("leader", `/post/${upload.flightId}/uploads/${upload.uploadId}`);
  await leader.getByRole("button", { name: "Cancel upload" }).click();
  const dialog = leader.getByRole("dialog", { name: "Cancel Upload" });
  await expect(dialog).toContainText("Casey Crew, whose upload it is");
  await expect(dialog.getByRole("button", { name: "Cancel upload" })).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The drive of another flight");
  await dialog.getByRole("button", { name: "Cancel upload" }).click();
  await expect(leader.getByRole("status", { name: "Upload status" })).toHaveText(
    "Upload Cancelled",
  );
  await expect(owner.getByText("This upload was ended elsewhere by")).toBeVisible();
  await expect(owner.getByText(": The drive of another flight")).toBeVisible();
  await owner.reload();
  await expect(owner.getByText("This upload was cancelled.")).toBeVisible();
  await expect(owner.getByText(": The drive of another flight")).toBeVisible();
});
