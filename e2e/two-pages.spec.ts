import { readyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { BLANK, expect, testAlone } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { slowLink } from "./slow-link.ts";
import { UploadPage } from "./upload-page.ts";

const test = testAlone();

test("a second tab follows an upload, takes it over once that is confirmed, and the first one stops", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--big");
  const first = await asUser("crew", BLANK);
  await slowLink(first, 2_000_000);
  const sending = new UploadPage(first);
  await sending.open(upload);
  await sending.choose(folder);
  await sending.confirmFindings();
  await expect(first.getByRole("button", { name: /pause/i })).toBeEnabled();

  const second = await first.context().newPage();
  await second.goto(`/post/${upload.flightId}/uploads/${upload.uploadId}`);
  await expect(second.getByText("Another of your tabs or browsers")).toBeVisible();
  await second.getByRole("button", { name: "Resume here" }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Resume here" }).click();
  await expect(second.getByText("took it over on another page")).toBeVisible();
  await expect(first.getByText("This upload was taken over on another page")).toBeVisible();

  const taking = new UploadPage(second);
  await taking.choose(folder);
  await taking.ready(120_000);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
  await expect(first.getByRole("button", { name: /pause/i })).toBeDisabled();
});
