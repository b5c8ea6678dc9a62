import { call, type ReadyUpload, tokenOf, uploadOf } from "../api.ts";
import { arrived } from "../destination.ts";
import { BLANK, expect } from "../fixtures.ts";
import { folderHashes, sampleFolder } from "../folder.ts";
import { slowLink } from "../slow-link.ts";
import { type Swath } from "../swath.ts";
import { UploadPage } from "../upload-page.ts";
import { FLIGHT_OF, test } from "./road.ts";

interface Progress {
  readonly completed_file_size?: number;
  readonly total_file_size?: number;
}

async function progressOf(swath: Swath, { flightId, uploadId }: ReadyUpload): Promise<Progress> {
  const path = `/main/flights/${flightId}/upload_progress/${uploadId}`;
  return (await call<Progress>(swath, tokenOf(swath, "crew2"), path)).body;
}

test("an upload waits for the network, and after a reload sends only what is missing", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await uploadOf(swath, FLIGHT_OF.interruption, "LiDAR");
  const folder = sampleFolder(upload, place, "--no-big");
  const page = await asUser("crew2", BLANK);
  const link = await slowLink(page, 150_000);
  const uploading = new UploadPage(page);
  await uploading.open(upload);
  await uploading.choose(folder);
  await uploading.confirmFindings();
  await expect
    .poll(async () => (await progressOf(swath, upload)).completed_file_size ?? 0)
    .toBeGreaterThan(0);
  await link.cut();
  const unanswered = page.getByRole("alert").filter({ hasText: "No answer from the server" });
  await expect(unanswered).toContainText("Nothing is lost");
  await link.mend();
  await expect(unanswered).toBeHidden();
  await page.getByRole("button", { name: "Pause upload" }).click();
  await expect(page.getByRole("button", { name: "Resume upload" })).toBeVisible();

  await page.reload();
  await expect(page.getByRole("region", { name: "Resume upload" })).toBeVisible();
  const { completed_file_size: kept = 0, total_file_size: total = 0 } = await progressOf(
    swath,
    upload,
  );
  let sent = 0;
  page.on("request", (request) => {
    if (!request.url().endsWith("/upload_auth")) return;
    const { size, filePath } = request.postDataJSON() as { size: number; filePath: string };
    if (!filePath.endsWith("_metadata.json")) sent += size;
  });
  await link.mend(50_000_000);
  await uploading.choose(folder);
  await uploading.ready();
  expect(kept).toBeGreaterThan(0);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThanOrEqual(total - kept);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
});
