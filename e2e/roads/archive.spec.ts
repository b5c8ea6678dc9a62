import { readFile } from "node:fs/promises";
import { browseArchive, demonstrationArchive } from "../browse-archive.ts";
import { BLANK, expect } from "../fixtures.ts";
import { test } from "./road.ts";

test("an archive is found whole, walked through by keyboard, and a file of it is saved", async ({
  swath,
  asUser,
}) => {
  const page = await asUser("crew", BLANK);
  const flightId = await demonstrationArchive(swath);
  const opening = page.context().waitForEvent("page");
  await browseArchive(page, flightId);
  const explorer = await opening;
  await expect(page.getByText("Archive validation succeed")).toBeVisible();
  await expect(explorer).toHaveURL(
    `${swath.origin}/explorer?bucket=swath-archive&prefix=${encodeURIComponent(`${flightId}/LiDAR/`)}`,
  );
  expect(await explorer.evaluate(() => window.opener === null)).toBe(true);
  await expect(explorer.getByText(`${flightId}_archive.jsonl`)).toBeVisible();

  // Its folders come first: LiDAR, below it the flight's own.
  for (const depth of [1, 2]) {
    await expect(explorer.getByRole("grid")).toBeFocused();
    await explorer.keyboard.press("Enter");
    await expect
      .poll(() => new URL(explorer.url()).searchParams.get("prefix")?.split("/").length)
      .toBe(3 + depth);
  }
  const saving = explorer.waitForEvent("download");
  await explorer.getByRole("button", { name: "Download SAMPLE-DATA.txt" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("SAMPLE-DATA.txt");
  expect(await readFile(await saved.path(), "utf8")).toContain("SAMPLE DATA");
  await explorer.goBack();
  await explorer.goBack();
  await expect(explorer.getByText(`${flightId}_archive.jsonl`)).toBeVisible();
});
