import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { answer, fail, hold } from "./states.ts";

const CALL = /\/api\/processing\/download_auth$/;
const LINK = `/ip/download_auth/${"0".repeat(24)},SL000001,PRJ10001,/DEL1/points/PRJ10001_North_Pit_500000_6250000_points.las`;

const scene = (name: string, text: RegExp, before: (page: Page) => Promise<void>): Scene => ({
  name,
  account: "crew",
  async open(page) {
    await before(page);
    await page.goto(LINK);
    await page.getByText(text).first().waitFor();
  },
});

/** The authorisation of a download, by its three texts. */
export const DOWNLOAD_SCENES: readonly Scene[] = [
  scene("download-authorising", /^Authorising\. Download will commence/, (page) =>
    hold(page, CALL),
  ),
  scene("download-authorised", /^Download Authorised for:/, (page) =>
    answer(page, CALL, { url: "/favicon.svg" }),
  ),
  scene("download-refused", /^Download Authorisation Failed/, async () => undefined),
  scene("download-failed", /^Download Authorisation Failed/, (page) => fail(page, CALL)),
];
