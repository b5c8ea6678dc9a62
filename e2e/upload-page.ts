import { expect, type Locator, type Page } from "@playwright/test";
import type { ReadyUpload } from "./api.ts";

/** Longer than a dialog takes to fade away. */
const FADING_MS = 2_000;

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
    const texts = async (): Promise<string> => (await dialogs.allInnerTexts()).join();
    // Before the first dialog the page may still tell of the upload before.
    await expect(step).toBeVisible({ timeout });
    for (let answered = 0; answered === 0 || !(await there.isVisible());) {
      const asked = await texts();
      // The button of a dialog that fades away is gone before it takes a click.
      const isClicked = await step.click({ timeout: FADING_MS }).then(
        () => true,
        () => false,
      );
      if (isClicked) await expect.poll(texts).not.toBe(asked);
      if (isClicked) answered += 1;
      await expect(step.or(there).first()).toBeVisible({ timeout });
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
