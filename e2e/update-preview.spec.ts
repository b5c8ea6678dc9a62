import { appendFileSync, copyFileSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type ReadyUpload, readyUpload, tokenOf } from "./api.ts";
import { CommandLine } from "./command-line.ts";
import { arrived } from "./destination.ts";
import { enterCode } from "./device-code.ts";
import { BLANK, expect, testAlone } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { UploadPage } from "./upload-page.ts";

const test = testAlone();

/** One new file, one that is longer, and all the others equal but for their time of change. */
function change(folder: string): void {
  const log = readdirSync(folder).find((name) => name.startsWith("FMS_Flight_Log_")) ?? "";
  appendFileSync(join(folder, log), "\n");
  copyFileSync(join(folder, log), join(folder, "FMS_Flight_Log_added.log"));
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile()) utimesSync(join(file.parentPath, file.name), 1_700_000_000, 1_700_000_000);
}

/** A command line's server, and where it keeps its sign-in. */
interface Terminal {
  readonly server: string;
  readonly settings: string;
}

const updateBy = (
  { server, settings }: Terminal,
  { uploadType, sensorName }: ReadyUpload,
  folder: string,
) =>
  new CommandLine(
    [
      "upload",
      folder,
      "--type",
      uploadType,
      "--sensor",
      sensorName,
      "--update",
      "--compare",
    ].concat(["--yes", "--server", server]),
    settings,
  );

/** A change and an update by `swath upload --update`, and once more when nothing is left to send. */
async function byCommand(
  tab: Page,
  terminal: Terminal,
  upload: ReadyUpload,
  folder: string,
): Promise<void> {
  const signIn = new CommandLine(["login", "--server", terminal.server], terminal.settings);
  await enterCode(tab, signIn, "crew");
  expect(await signIn.exit, signIn.output).toBe(0);
  appendFileSync(join(folder, "FMS_Flight_Log_added.log"), "\n");
  const command = updateBy(terminal, upload, folder);
  expect(await command.exit, command.output).toBe(0);
  expect(command.output).toMatch(/Replaces: 1 file, .*\n.*not compared: none\n/);
  expect(command.output).toMatch(/Replaces: .*FMS_Flight_Log_added\.log \(.* -> .*\)/);
  const again = updateBy(terminal, upload, folder);
  expect(await again.exit, again.output).toBe(0);
  expect(again.output).toContain("Nothing was sent: the stored files are unchanged.");
}

test("an update is compared by content, and sends one new and one changed file alone", async ({
  swath,
  asUser,
  page: other,
  place,
  settings,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--no-big");
  const tab = await asUser("crew", BLANK);
  const page = new UploadPage(tab);
  await page.open(upload);
  await page.choose(folder);
  await page.confirmFindings();
  await page.ready();

  change(folder);
  await tab.getByRole("button", { name: "Add / Update Existing Data" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Update" }).click();
  await page.choose(folder);
  const all = tab.getByRole("checkbox", { name: "All", exact: true });
  await page.confirmUntil(all);
  await all.check();
  await tab.getByRole("button", { name: "Confirm" }).click();

  const dialog = tab.getByRole("dialog", { name: "What this update changes" });
  await expect(dialog.getByRole("row").nth(1)).toContainText("FMS_Flight_Log_added.log");
  await expect(dialog.getByRole("row").nth(3)).toContainText("Same size, not compared");
  await dialog.getByRole("button", { name: /^Compare \d+ files of the same size/ }).click();
  await expect(dialog.getByRole("status")).toContainText("Compared by content");
  await expect(dialog.getByRole("row").nth(3)).toContainText("Unchanged");
  await dialog.getByRole("button", { name: "Upload 2 files" }).click();
  await page.ready();
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));

  await byCommand(other, { server: swath.origin, settings }, upload, folder);
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
});
