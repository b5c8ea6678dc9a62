import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Page } from "@playwright/test";
import { readyUpload, tokenOf } from "./api.ts";
import { arrived } from "./destination.ts";
import { BLANK, expect, testAlone } from "./fixtures.ts";
import { folderHashes, sampleFolder } from "./folder.ts";
import { loseLeases } from "./lost-leases.ts";
import { slowLink } from "./slow-link.ts";
import { UploadPage } from "./upload-page.ts";

const test = testAlone();

/**
 * Has a page's picker hand over a folder: a copy of it in the browser's private file system, because
 * nobody presses the buttons of the real one.
 */
async function pickerGives(page: Page, folder: string): Promise<void> {
  const parent = join(folder, "..");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(parent, path), bytes: readFileSync(path, "base64") }));
  await page.evaluate(async (copied) => {
    const root = await navigator.storage.getDirectory();
    for (const { path, bytes } of copied) {
      const names = path.split("/");
      const name = names.pop() ?? "";
      let at = root;
      for (const each of names) at = await at.getDirectoryHandle(each, { create: true });
      const writable = await (await at.getFileHandle(name, { create: true })).createWritable();
      await writable.write(Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0)));
      await writable.close();
    }
    const [top = ""] = copied[0]?.path.split("/") ?? [];
    const handle = await root.getDirectoryHandle(top);
    Object.assign(window, { showDirectoryPicker: async () => handle });
  }, files);
}

test("a page that was lost is opened again, and the upload goes on by one press", async ({
  swath,
  asUser,
  place,
}) => {
  const upload = await readyUpload(swath, tokenOf(swath, "crew"), "LiDAR", /Galaxy/);
  const folder = sampleFolder(upload, place, "--no-big");
  const first = await asUser("crew", BLANK);
  await slowLink(first, 500_000);
  await new UploadPage(first).open(upload);
  await pickerGives(first, folder);
  await first.getByRole("button", { name: "Upload Flight Folder" }).press("Enter");
  await new UploadPage(first).confirmFindings();
  await expect(first.getByRole("button", { name: "Pause upload" })).toBeEnabled();
  const context = first.context();
  await first.close({ runBeforeUnload: false });
  await loseLeases(swath);

  const second = await context.newPage();
  const again = new UploadPage(second);
  await again.open(upload);
  const resume = second.getByRole("button", { name: /^Resume with FL/ });
  await resume.press("Enter");
  await again.ready();
  expect(await arrived(swath, upload)).toEqual(await folderHashes(folder));
});
