import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { uploadOf } from "../api.ts";
import { expect } from "../fixtures.ts";
import { sampleFolder } from "../folder.ts";
import { UploadPage } from "../upload-page.ts";
import { FLIGHT_OF, test } from "./road.ts";

const MET = "Minimum requirements have been met, all VALID files will be uploaded.";
const MISSED =
  "Minimum requirements have not been met. No files can be uploaded until this is corrected.";
const NO_CROSS_STRIPS =
  "No cross-strips were found in the flight plan. Confirm that it is the flight plan KMZ from the document portal";
const OTHER_SENSOR =
  "The sensor serial no. in a GPS file does not match the expected sensor serial no.";

test("a faulty folder is asked about dialog by dialog, and another sensor's is refused", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await uploadOf(swath, FLIGHT_OF.faults, "LiDAR");
  const faulty = sampleFolder(upload, join(place, "a"), "--no-big", "--fault", "no-cross-strips");
  writeFileSync(join(faulty, `${upload.flightId}.pdf`), "");
  writeFileSync(join(faulty, "<b>notes.xyz"), "x");
  const page = await asUser("crew");
  const dialog = (name: string) => page.getByRole("dialog", { name, exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const report = dialog("File Validation Results");
  const uploading = new UploadPage(page);
  await uploading.open(upload);
  await uploading.choose(faulty);
  await expect(report.getByText(MET)).toBeVisible();
  await expect(report.getByText("Valid, with 3 warnings")).toBeVisible();
  await expect(report.getByText(/Wheels up to wheels down/)).toBeVisible();
  await expect(report.getByText(/lines, 0 cross-strips/)).toBeVisible();
  await button("Continue").click();
  await expect(dialog("No Cross-Strips Found!").getByText(NO_CROSS_STRIPS)).toBeVisible();
  await button("No").click();
  await expect(report).toBeVisible();
  await button("Continue").click();
  await button("Yes").click();
  const blank = dialog("Check Zero-byte Files");
  await expect(blank.getByText("Zero-byte files found.")).toBeVisible();
  await page.keyboard.press("Escape");
  await button("Cancel").click();
  await expect(report).toBeHidden();
  await expect(page.getByText("Ready for Upload")).toBeVisible();

  await uploading.choose(
    sampleFolder(upload, join(place, "b"), "--no-big", "--fault", "pos-serial"),
  );
  await expect(report.getByText(MISSED)).toBeVisible();
  await expect(report.getByText(OTHER_SENSOR, { exact: false })).toBeVisible();
  await expect(report.getByRole("button", { name: /^(Upload|Continue)$/ })).toHaveCount(0);
  await button("Close").click();
  await expect(page.getByText("Ready for Upload")).toBeVisible();
});
