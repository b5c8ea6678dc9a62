import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { readyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { BLANK, expect, testAlone } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { slowLink } from "./slow-link.ts";
import { UploadPage } from "./upload-page.ts";

const test = testAlone();

/** A file that seems written once more makes its upload fail. */
function touch(file: string): void {
  const later = new Date(statSync(file).mtimeMs + 60_000);
  utimesSync(file, later, later);
}

test("a leader replaces another's failed upload with a reason, which the history tells", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--big");
  const owner = await asUser("crew", BLANK);
  await slowLink(owner, 20_000_000);
  const failing = new UploadPage(owner);
  await failing.open(upload);
  await failing.choose(folder);
  await failing.confirmFindings();
  const file = `${upload.flightId}_01/${upload.flightId}_01.000`;
  await expect(owner.getByRole("row", { name: file })).toContainText("COMPLETE");
  touch(join(folder, file));
  const fault = owner.getByRole("alert").filter({ hasText: "changed or removed on the drive" });
  await expect(fault).toBeVisible();
  await owner.goto("/");

  const leader = await asUser("leader", BLANK);
  const page = new UploadPage(leader);
  await page.open(upload);
  await expect(leader.getByText("This upload belongs to Casey Crew")).toBeVisible();
  await expect(leader.getByRole("button", { name: "Upload Flight Folder" })).toBeDisabled();
  await leader.getByRole("button", { name: "Replace" }).click();
  const dialog = leader.getByRole("dialog", { name: "Replace upload?" });
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The crew is in the air");
  await dialog.getByRole("button", { name: "Replace" }).click();
  await page.choose(folder);
  await page.confirmFindings();
  await page.ready(120_000);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
  await leader.goto(`/post/${upload.flightId}/history`);
  await expect(leader.getByText("Reason: The crew is in the air")).toBeVisible();
});
