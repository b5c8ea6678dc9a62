import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { uploadOf } from "../api.ts";
import { arrived } from "../destination.ts";
import { expect, logout, signIn } from "../fixtures.ts";
import { folderHashes, sampleFolder } from "../folder.ts";
import { UploadPage } from "../upload-page.ts";
import { verifyReceipt } from "../verify-receipt.ts";
import { FLIGHT_OF, test } from "./road.ts";

test("a person signs in, uploads a folder, and keeps the receipt that proves it", async ({
  swath,
  page,
  place,
}) => {
  const upload = await uploadOf(swath, FLIGHT_OF.upload, "LiDAR");
  const folder = sampleFolder(upload, join(place, "drive"), "--no-big");
  await signIn(page, "crew", `/post/${upload.flightId}`);
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "LiDAR Ready for Upload" }).click();
  const tab = await opening;
  const uploading = new UploadPage(tab);
  await uploading.choose(folder);
  await uploading.confirmFindings();
  await uploading.ready();
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
  const cutNames = tab
    .getByRole("region", { name: "Stored files" })
    .locator("td:first-child")
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  expect(await cutNames).toBe(0);
  const safe = tab.getByText("Safe to wipe the drive", { exact: true });
  await expect(safe).toBeHidden();
  const saving = tab.waitForEvent("download");
  await tab.getByRole("button", { name: "Save receipt" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${upload.flightId}_${upload.uploadId}_receipt.json`);
  await expect(safe).toBeHidden();
  const drive = tab.getByLabel("Folder on the drive");
  await drive.setInputFiles(folder);
  await expect(safe).toBeVisible();

  const receipt = join(place, "receipt.json");
  await saved.saveAs(receipt);
  const equal = await verifyReceipt(receipt, folder, swath.origin);
  expect(equal.text).toContain("are equal to what was stored.");
  expect(equal.status).toBe(0);

  const name = readdirSync(folder).find((each) => each.endsWith(".pdf")) ?? "";
  const bytes = readFileSync(join(folder, name));
  bytes[bytes.length - 1]! ^= 1;
  writeFileSync(join(folder, name), bytes);
  const changed = await verifyReceipt(receipt, folder, swath.origin);
  expect(changed.text).toContain("other content: ");
  expect(changed.text).toContain(`/${name}\n`);
  expect(changed.status).toBe(1);
  await drive.setInputFiles(folder);
  const differing = tab.getByRole("region", { name: "Files that differ" });
  await expect(differing).toContainText(`/${name} – other content`);
  await expect(safe).toBeHidden();

  writeFileSync(receipt, readFileSync(receipt, "utf8").replace('"madeBy":"', '"madeBy":"Dr '));
  const forged = await verifyReceipt(receipt, folder, swath.origin);
  expect(forged.text).toContain("signature is not valid");
  expect(forged.status).toBe(2);
  await logout(tab);
});
