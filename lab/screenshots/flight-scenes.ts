import { call, type ReadyUpload, readyUpload, tokenOf } from "../../e2e/api.ts";
import { browseArchive, demonstrationArchive } from "../../e2e/browse-archive.ts";
import type { Swath } from "../../e2e/swath.ts";
import type { Scene } from "./scene.ts";
import { answer, fail, hold } from "./states.ts";

const LIST = /\/api\/main\/flights\?/;

async function firstFlight(page: Parameters<Scene["open"]>[0]): Promise<void> {
  await page
    .getByRole("link", { name: /^FL\d{6}$/ })
    .first()
    .waitFor();
}

/** An upload that was begun, refused to somebody else, and reset. */
async function makeHistory(swath: Swath, { flightId, uploadId }: ReadyUpload): Promise<void> {
  const steps = [
    ["crew", "VALIDATING_SOURCE"],
    ["crew2", "VALIDATING_SOURCE"],
    ["leader", "READY_FOR_UPLOAD"],
  ] as const;
  for (const [account, status] of steps) {
    const path = `/main/flights/${flightId}/upload/${uploadId}/status?status=${status}&fingerprint=screenshots`;
    await call(swath, tokenOf(swath, account), path, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ reason: "Another drive" }),
    });
  }
}

export const FLIGHT_SCENES: readonly Scene[] = [
  {
    name: "flights-full",
    account: "crew",
    async open(page) {
      await page.goto("/post");
      await firstFlight(page);
    },
  },
  {
    name: "flights-loading",
    account: "crew",
    async open(page) {
      await hold(page, LIST);
      await page.goto("/post");
      await page.getByText("Loading Flights...").first().waitFor();
    },
  },
  {
    name: "flights-empty",
    account: "crew",
    async open(page) {
      await answer(page, LIST, []);
      await page.goto("/post");
      await page.getByText(/^No flights/).waitFor();
    },
  },
  {
    name: "flights-error",
    account: "crew",
    async open(page) {
      await fail(page, LIST);
      await page.goto("/post");
      await page.getByRole("alert").first().waitFor();
    },
  },
  {
    name: "flight",
    account: "crew",
    async open(page, { swath }) {
      const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
      await page.goto(`/post/${upload.flightId}`);
      await page.getByRole("heading", { name: "Uploads" }).waitFor();
    },
  },
  {
    name: "filters",
    account: "crew",
    async open(page) {
      await page.goto(`/post?${new URLSearchParams({ AircraftType: "$any Rotary" }).toString()}`);
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await page.getByRole("dialog", { name: "Filters" }).getByRole("combobox").first().waitFor();
    },
  },
  {
    name: "filters-loading",
    account: "crew",
    async open(page) {
      await hold(page, /\/sensor-equipment\?/);
      await page.goto("/post");
      await page.getByRole("button", { name: "Search", exact: true }).click();
      await page.getByText("Loading filter parameters...").waitFor();
    },
  },
  {
    name: "history",
    account: "leader",
    async open(page, { swath }) {
      const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
      await makeHistory(swath, upload);
      await page.goto(`/post/${upload.flightId}/history`);
      await page
        .getByText(/Reset the LiDAR upload/)
        .first()
        .waitFor();
    },
  },
  {
    name: "history-error",
    account: "leader",
    async open(page, { swath }) {
      const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
      await fail(page, /\/api\/.*\/history/);
      await page.goto(`/post/${upload.flightId}`);
      await page
        .getByRole("link", { name: /history/i })
        .first()
        .click();
      await page.getByText("The history could not be loaded").waitFor();
    },
  },
  {
    name: "archive-validating",
    account: "crew",
    async open(page, { swath }) {
      await hold(page, /\/archive_validation/);
      await browseArchive(page, await demonstrationArchive(swath));
      await page.getByText("Validating archived files...").waitFor();
    },
  },
  {
    name: "archive-failed",
    account: "crew",
    async open(page, { swath }) {
      await page.route(/\/archive_validation/, (route) =>
        route.fulfill({ json: { isArchivedSucceed: false, reason: "a file is missing" } }),
      );
      await browseArchive(page, await demonstrationArchive(swath));
      await page.getByText("Archive validation failed").waitFor();
    },
  },
  {
    name: "support",
    account: "crew",
    async open(page) {
      await page.goto("/post");
      await firstFlight(page);
      await page.getByRole("button", { name: /issue/i }).click();
      const dialog = page.getByRole("dialog", { name: "Submit Issue" });
      await dialog.getByLabel(/Summary/).fill("The list of FL000104 shows no GNSS");
      await dialog.getByLabel(/Description/).fill("Since this morning, in both looks.");
    },
  },
];
