import type { Page } from "@playwright/test";
import { type ReadyUpload, readyUpload, tokenOf } from "../../e2e/api.ts";
import { sampleFolder } from "../../e2e/folder.ts";
import type { Swath } from "../../e2e/swath.ts";
import { UploadPage } from "../../e2e/upload-page.ts";
import type { Scene } from "./scene.ts";
import { slowLink } from "./states.ts";

const freeLidar = (swath: Swath): Promise<ReadyUpload> =>
  readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);

async function begin(page: Page, upload: ReadyUpload, folder: string): Promise<UploadPage> {
  const uploadPage = new UploadPage(page);
  await uploadPage.open(upload);
  await uploadPage.choose(folder);
  return uploadPage;
}

export const UPLOAD_SCENES: readonly Scene[] = [
  {
    name: "upload-choose",
    account: "crew",
    async open(page, { swath }) {
      await new UploadPage(page).open(await freeLidar(swath));
    },
  },
  {
    name: "upload-blocked",
    account: "crew",
    async open(page, { swath, place }) {
      const upload = await freeLidar(swath);
      await begin(page, upload, sampleFolder({ ...upload, flightId: "FL999999" }, place));
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "upload-warned",
    account: "crew",
    async open(page, { swath, place }) {
      const upload = await freeLidar(swath);
      const folder = sampleFolder(upload, place, "--fault", "no-cross-strips");
      await begin(page, upload, folder);
      await page.getByRole("dialog", { name: "File Validation Results" }).waitFor();
    },
  },
  {
    name: "upload-cross-strips",
    account: "crew",
    async open(page, { swath, place }) {
      const upload = await freeLidar(swath);
      const folder = sampleFolder(upload, place, "--fault", "no-cross-strips");
      await begin(page, upload, folder);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("dialog", { name: "No Cross-Strips Found!" }).waitFor();
    },
  },
  {
    name: "check-folder",
    account: "crew",
    async open(page, { swath, place }) {
      const upload = await freeLidar(swath);
      await page.goto(`/post/${upload.flightId}/check`);
      await page.getByLabel("Flight folder").setInputFiles(sampleFolder(upload, place));
      await page
        .getByText(/^Valid/)
        .first()
        .waitFor();
    },
  },
  {
    name: "upload-running",
    account: "crew",
    async open(page, { swath, place }) {
      const upload = await freeLidar(swath);
      await slowLink(page);
      const uploadPage = await begin(page, upload, sampleFolder(upload, place, "--big"));
      await uploadPage.confirmFindings();
      await page.waitForTimeout(8_000);
    },
  },
  {
    name: "upload-ready",
    account: "crew",
    async open(page, { swath, place }) {
      const upload = await freeLidar(swath);
      const uploadPage = await begin(page, upload, sampleFolder(upload, place));
      await uploadPage.confirmFindings();
      await uploadPage.ready(180_000);
    },
  },
];
