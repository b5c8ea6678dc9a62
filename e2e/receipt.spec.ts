import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readyUpload, tokenOf } from "./api.ts";
import { violations } from "./axe.ts";
import { BLANK, expect, test } from "./fixtures.ts";
import { sampleFolder } from "./folder.ts";
import { removeFolder, temporaryFolder } from "./swath.ts";
import { UploadPage } from "./upload-page.ts";
import { verifyReceipt } from "./verify-receipt.ts";

let place: string;
test.beforeEach(() => {
  place = temporaryFolder("receipt");
});
test.afterEach(() => removeFolder(place));

test("a receipt is saved and proves the folder, until a byte of it changes", async ({
  swath,
  asUser,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, join(place, "drive"));
  const tab = await asUser("crew", BLANK);
  const page = new UploadPage(tab);
  await page.open(upload);
  await page.choose(folder);
  await page.confirmFindings();
  await page.ready();
  const cutNames = tab
    .getByRole("region", { name: "Stored files" })
    .locator("td:first-child")
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  expect(await cutNames).toBe(0);
  await expect(tab.getByText("Safe to wipe the drive", { exact: true })).toBeHidden();
  const saving = tab.waitForEvent("download");
  await tab.getByRole("button", { name: "Save receipt" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${upload.flightId}_${upload.uploadId}_receipt.json`);
  await expect(tab.getByText("Safe to wipe the drive", { exact: true })).toBeVisible();
  expect(await violations(tab)).toEqual([]);

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

  writeFileSync(receipt, readFileSync(receipt, "utf8").replace('"madeBy":"', '"madeBy":"Dr '));
  const forged = await verifyReceipt(receipt, folder, swath.origin);
  expect(forged.text).toContain("signature is not valid");
  expect(forged.status).toBe(2);
});
