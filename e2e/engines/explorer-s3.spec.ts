import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { signIn } from "../fixtures.ts";
import { FLIGHT, seed } from "../seeded-objects.ts";
import { Cluster } from "./cluster.ts";
import { openEngineStore } from "./engine-store.ts";

let cluster: Cluster;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  cluster = await Cluster.start();
  const store = await openEngineStore([]);
  await seed(store, FLIGHT);
});
test.afterAll(async () => cluster?.stop());

test("folders of S3 are walked in pages over two servers, and a file is saved from the store itself", async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: cluster.origin });
  await signIn(page, "crew");
  await page.goto("/explorer?bucket=swath-lidar&prefix=FL000002%2FLiDAR%2FLAZ%2F");
  await expect(page.getByText("1–300 of")).toBeVisible();
  await expect(page.getByRole("row", { name: /strip_00000\.las File .* STANDARD/ })).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("601–650 of 650")).toBeVisible();
  await page.goto("/explorer?bucket=swath-lidar&prefix=FL000001%2FLiDAR%2FFL000001_045%2F");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Überflug <i>1 & 2.txt" }).click();
  const saved = await saving;
  expect(new URL(saved.url()).origin).toBe(new URL(process.env["S3_ENDPOINT"]!).origin);
  expect(saved.suggestedFilename()).toMatch(/^Überflug .i.1 & 2\.txt$/);
  expect(await readFile(await saved.path(), "utf8")).toBe("a name to be careful with");
  await expect(page.getByRole("grid")).toBeVisible();
  // The preview reads its first bytes from the store itself, by an origin that is not its own.
  await page.getByText("Überflug <i>1 & 2.txt").click();
  await expect(page.getByText("a name to be careful with")).toBeVisible();
});
