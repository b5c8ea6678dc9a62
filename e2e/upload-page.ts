import { expect, type Page } from "@playwright/test";
import type { ReadyUpload } from "./api.ts";

/** The page of one upload. */
export class UploadPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open({ flightId, uploadId }: ReadyUpload): Promise<void> {
    await this.page.goto(`/post/${flightId}/uploads/${uploadId}`);
    await this.page.getByRole("button", { name: "Upload Flight Folder" }).waitFor();
  }

  /** Chooses a folder, as the picker would hand it over. */
  async choose(folder: string): Promise<void> {
    await this.page.getByLabel("Flight folder").setInputFiles(folder);
  }

  /** Confirms the findings of the validation, until the upload runs; a large folder is read for minutes. */
  async confirmFindings(timeout = 60_000): Promise<void> {
    const step = this.page
      .getByRole("dialog")
      .getByRole("button", { name: /^(Upload|Continue|Confirm|Yes|OK)/ });
    const progress = this.page.getByRole("progressbar", { name: /^(?!Validating Folder)/ }).first();
    for (;;) {
      await expect(step.or(progress).first()).toBeVisible({ timeout });
      if (!(await step.first().isVisible())) return;
      await step.first().click();
    }
  }

  async ready(timeout = 120_000): Promise<void> {
    await expect(this.page.getByRole("region", { name: "Uploaded data" })).toBeVisible({ timeout });
  }
}
