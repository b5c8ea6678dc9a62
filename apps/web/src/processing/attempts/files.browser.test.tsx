import { expect, test } from "vitest";
import { page as screen, userEvent } from "vitest/browser";
import { expectAccessible } from "../../ui/testing/accessible.ts";
import { attempt } from "../testing/attempts.ts";
import { callsOf, reviewRig } from "../testing/review-rig.tsx";

const { setUp: setUpReview, leave } = reviewRig();

const file = (path: string, kind: string, size = 2_048) => ({
  path,
  kind,
  size,
  xxh128: "0123456789abcdef0123456789abcdef",
});
const TILES = Array.from({ length: 30 }, (_, n) =>
  file(`points/PRJ00012_${n + 10}_points.las`, "points"),
);
const FILES = [
  ...TILES,
  file("dtm_1m/PRJ00012_10_dtm_1m.tif", "raster"),
  file("SHA256SUMS", "table"),
];

const setUp = (
  options: Parameters<typeof setUpReview>[0] = {},
  answers: Parameters<typeof setUpReview>[1] = {},
) =>
  setUpReview(
    { address: { panel: "files" }, ...options },
    { listAttemptFiles: () => FILES, ...answers },
  );

/** What the rows of the table hold, below its head. */
const rows = (): string[] =>
  [...document.querySelectorAll('[aria-label="Files of attempt 1"] tbody tr')].map(
    ({ textContent }) => textContent,
  );

test("files stand with their sizes and checksums, page by page, those in no folder first", async () => {
  await setUp();
  await expect.element(screen.getByText("32 files, 64.00 KB")).toBeVisible();
  expect(rows()).toHaveLength(25);
  expect(rows()[0]).toBe("SHA256SUMStable2.00 KB0123456789abcdef0123456789abcdef");
  await expect.element(screen.getByText("sha256sum --check SHA256SUMS")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Next page" }).click();
  await expect.poll(rows).toHaveLength(7);
});

test("in a narrow window each file is a card, and nothing is scrolled to", async () => {
  await screen.viewport(360, 900);
  await setUp();
  const list = screen.getByRole("list", { name: "Files of attempt 1" });
  const card = list.getByRole("listitem").first();
  await expect.element(card.getByText("SHA256SUMS")).toBeVisible();
  await expect.element(card.getByText("0123456789abcdef0123456789abcdef")).toBeVisible();
  expect(list.element().scrollWidth).toBeLessThanOrEqual(360);
  await expectAccessible();
});

test("files are found by name and kind", async () => {
  await setUp();
  await screen.getByRole("searchbox", { name: "Find files" }).fill("_10_");
  await expect.element(screen.getByText("2 files, 4.00 KB")).toBeVisible();
  await screen.getByRole("combobox", { name: "Kind" }).click();
  await screen.getByRole("option", { name: "raster (1)" }).click();
  await expect.element(screen.getByText("1 file, 2.00 KB")).toBeVisible();
});

test("a file is downloaded by the keyboard, by an address that the server gives", async () => {
  const { api } = await setUp({}, { downloadAttemptFile: () => ({ url: "#saved", expires: "" }) });
  const button = screen.getByRole("button", { name: "Download SHA256SUMS" });
  await expect.element(button).toBeVisible();
  button.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => callsOf(api, "downloadAttemptFile"))
    .toMatchObject([
      { params: { job: "PI1_MineIP1", attempt: "1" }, body: { path: "SHA256SUMS" } },
    ]);
});

test("a download that is refused says why", async () => {
  await setUp(
    {},
    {
      downloadAttemptFile: () => {
        throw new Error("the store holds it no more");
      },
    },
  );
  await screen.getByRole("button", { name: "Download SHA256SUMS" }).click();
  await expect
    .element(screen.getByText("The download could not begin: the store holds it no more"))
    .toBeVisible();
});

test("what is under way, was removed, or left nothing says so", async () => {
  await setUp({ attempts: [attempt({ outcome: null })] });
  await expect.element(screen.getByText("This attempt is under way")).toBeVisible();
  leave();
  await setUp({ attempts: [attempt({ kept: false })] });
  await expect.element(screen.getByText("The outputs of this attempt were removed")).toBeVisible();
  leave();
  await setUp({}, { listAttemptFiles: () => [] });
  await expect.element(screen.getByText("This attempt left no files")).toBeVisible();
});
