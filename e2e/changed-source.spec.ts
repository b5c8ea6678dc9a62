import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { call, readyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { BLANK, expect, testAlone } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { slowLink } from "./slow-link.ts";
import { UploadPage } from "./upload-page.ts";

const test = testAlone();

/** Another byte in the middle of a record, as a program leaves it that writes the file once more. */
function rewrite(file: string): void {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  const later = new Date(statSync(file).mtimeMs + 60_000);
  writeFileSync(file, bytes);
  utimesSync(file, later, later);
}

test("a file that is changed after it was sent is named, and sent anew from the folder chosen again", async ({
  swath,
  asUser,
  place,
}) => {
  const token = tokenOf(swath, "crew");
  const upload = await readyUpload(swath, token, "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--big");
  const page = await asUser("crew", BLANK);
  await slowLink(page, 20_000_000);
  const uploadPage = new UploadPage(page);
  await uploadPage.open(upload);
  await uploadPage.choose(folder);
  await uploadPage.confirmFindings();
  const progress = `/main/flights/${upload.flightId}/upload_progress/${upload.uploadId}`;
  await expect
    .poll(
      async () =>
        (await call<{ completed_file_count?: number }>(swath, token, progress)).body
          .completed_file_count ?? 0,
      { timeout: 90_000 },
    )
    .toBeGreaterThan(2);
  const first = `${upload.flightId}_01/${upload.flightId}_01.000`;
  rewrite(join(folder, first));
  const fault = page.getByRole("alert").filter({ hasText: "changed or removed on the drive" });
  await expect(fault).toBeVisible({ timeout: 120_000 });
  await expect(fault).toContainText(first);

  await uploadPage.choose(folder);
  await page.getByRole("dialog").getByRole("button", { name: "Upload" }).click();
  await uploadPage.ready(120_000);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
});
