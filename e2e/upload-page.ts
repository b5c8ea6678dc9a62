import { expect, type Locator, type Page } from "@playwright/test";
import type { ReadyUpload } from "./api.ts";

/** The page of one upload. */
export class UploadPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get #uploaded(): Locator {
    return this.page.getByRole("region", { name: "Uploaded data" });
  }

  async open({ flightId, uploadId }: ReadyUpload): Promise<void> {
    await this.page.goto(`/post/${flightId}/uploads/${uploadId}`);
    await this.page.getByRole("button", { name: "Upload Flight Folder" }).waitFor();
  }

  /** Chooses a folder, as the picker would hand it over. */
  async choose(folder: string): Promise<void> {
    await this.page.getByLabel("Flight folder").setInputFiles(folder);
  }

  /** Confirms dialog after dialog, until something else is there. */
  async confirmUntil(there: Locator, timeout = 30_000): Promise<void> {
    const dialogs = this.page.getByRole("dialog");
    const step = dialogs
      .getByRole("button", { name: /^(Upload|Continue|Confirm|Yes|OK)/, disabled: false })
      .last();
    // Before the first dialog the page may still tell of the upload before.
    await expect(step).toBeVisible({ timeout });
    for (;;) {
      const asked = (await dialogs.allInnerTexts()).join();
      await step.click();
      // The dialog fades away, or asks something else.
      await expect.poll(async () => (await dialogs.allInnerTexts()).join()).not.toBe(asked);
      await expect(step.or(there).first()).toBeVisible({ timeout });
      if (await there.isVisible()) return;
    }
  }

  /** Confirms the findings of the validation, until the upload runs. */
  async confirmFindings(timeout = 30_000): Promise<void> {
    const isSending = this.page.getByRole("button", { name: "Pause upload", disabled: false });
    await this.confirmUntil(isSending.or(this.#uploaded), timeout);
  }

  /** Waits until the upload has arrived and is rebuilt. */
  async ready(timeout = 30_000): Promise<void> {
    await expect(this.#uploaded).toBeVisible({ timeout });
  }
}
