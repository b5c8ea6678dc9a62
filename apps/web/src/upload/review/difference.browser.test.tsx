import { endpoints } from "@swath/contract/endpoints";
import type { StoredFile } from "@swath/contract/uploads";
import { browserFile, browserHasher } from "@swath/upload-engine/browser";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleFiles } from "../../../../../tools/testing/sample-files.ts";
import { choose, MODIFIED } from "../testing/choose.ts";
import { type MountedPage, mountUploadPage, type Scene } from "../testing/mount-upload-page.tsx";
import { SAMPLE } from "../testing/sample-flight.ts";
import { expectAccessible } from "../../ui/testing/accessible.ts";

const LIDAR = sampleFiles(SAMPLE);
const PATHS = [...LIDAR.keys()].toSorted();

let mounted: MountedPage | undefined;
afterEach(() => mounted?.unmount());

const dialog = () => page.getByRole("dialog", { name: "What this update changes" });
const send = () => dialog().getByRole("button", { name: /^Upload/ });
const sent = () =>
  mounted?.uploaders.at(-1)?.selections[0]?.files.map(({ entry }) => entry.fullPath);

const storedFile = (path: string, change: Partial<StoredFile> = {}): StoredFile => ({
  path,
  bytes: LIDAR.get(path)?.length ?? 1_048_576,
  xxh128: ["0".repeat(32)],
  modified: MODIFIED,
  places: [
    { bucket: "lidar", key: path, stored: "2026-11-23T10:00:00.000Z", read: null, fault: null },
  ],
  ...change,
});

/** Chooses the sample folder for an update, all of its types. */
async function compare(scene: Scene): Promise<void> {
  const upload = { Status: "DATA_READY", User: "Casey Crew", IsOwn: true } as const;
  mounted = mountUploadPage({ upload, ...scene });
  await page.getByRole("button", { name: "Add / Update Existing Data" }).click();
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await expect.element(page.getByRole("button", { name: "Upload Flight Folder" })).toBeEnabled();
  choose(LIDAR);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("checkbox", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
}

test("an update says what is new, what is replaced, what is equal and what stays", async () => {
  const [changed, ...equal] = PATHS.slice(1);
  const stored = [
    storedFile(changed!, { bytes: 1 }),
    ...equal.map((path) => storedFile(path)),
    storedFile("FL000123_045/only-stored.range"),
  ];
  await compare({ stored });
  await expect.element(dialog()).toMatchTextContent("New1 file");
  await expect.element(dialog()).toMatchTextContent("Compared by name, size and time of change.");
  await expect.element(dialog()).toMatchTextContent("Replaces1 file");
  await expect.element(dialog()).toMatchTextContent("stays1 file, 1.00 MB");
  const rows = dialog().getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent(`${PATHS[0]}New`);
  await expect.element(rows.nth(2)).toMatchTextContent(`${changed}Replaces1 B`);
  await expectAccessible();
  await send().click();
  await expect.poll(sent).toEqual(PATHS.slice(0, 2));
});

test("unchanged files are sent where a person wants them to be", async () => {
  await compare({ stored: PATHS.map((path) => storedFile(path)) });
  await expect.element(dialog()).toMatchTextContent("This folder is the same as the stored files");
  await expect.element(send()).toBeDisabled();
  await dialog()
    .getByRole("checkbox", { name: /^Leave out/ })
    .click();
  await send().click();
  await expect.poll(sent).toEqual(PATHS);
});

test("a folder of which nothing is stored is asked about", async () => {
  await compare({ stored: [storedFile("FL000123_101/a.range")] });
  await expect
    .element(dialog().getByRole("alert"))
    .toMatchTextContent("No file of this folder takes the place of a stored one.");
  await expect.element(send()).toBeEnabled();
});

test("what is stored cannot be listed: that is said, and nothing is left out", async () => {
  await compare({ broken: endpoints.listStoredFiles });
  await expect
    .element(dialog().getByRole("alert"))
    .toMatchTextContent("The stored files could not be listed, so nothing is left out");
  await send().click();
  await expect.poll(sent).toEqual(PATHS);
});

test("cancelling goes back to the report, and sends nothing", async () => {
  await compare({ stored: [] });
  await dialog().getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("dialog", { name: "File Validation Results" })).toBeVisible();
  expect(sent()).toBeUndefined();
});

async function hashOf(path: string): Promise<string> {
  const bytes = LIDAR.get(path) ?? new Uint8Array();
  const hasher = browserHasher();
  const hash = await hasher.hash(browserFile(new File([bytes], "f"), path), {
    offset: 0,
    length: bytes.length,
  });
  hasher.close();
  if (typeof hash !== "string") throw new Error(hash.reason);
  return hash;
}

test("files of the same size are compared by content on demand, and only those that differ are sent", async () => {
  const [sameTime, otherTime, ...equal] = PATHS;
  const hashed = await Promise.all(
    equal.map(async (path) => storedFile(path, { modified: null, xxh128: [await hashOf(path)] })),
  );
  await compare({
    stored: [storedFile(sameTime!), storedFile(otherTime!, { modified: 1 }), ...hashed],
  });
  const rows = dialog().getByRole("row");
  await expect.element(rows.nth(1)).toMatchTextContent(`${otherTime}Same size, not compared`);
  await expect.element(dialog()).toMatchTextContent("Unchanged1 file");
  await dialog()
    .getByRole("button", { name: `Compare ${PATHS.length} files of the same size by content` })
    .click();
  await expect
    .element(dialog().getByRole("status"))
    .toMatchTextContent(`${equal.length} of ${PATHS.length} files equal the stored ones`);
  await expect.element(dialog()).toMatchTextContent("Replaces2 files");
  await send().click();
  await expect.poll(sent).toEqual([sameTime, otherTime]);
});

test("files that were not compared are sent", async () => {
  await compare({ stored: PATHS.map((path) => storedFile(path, { modified: null })) });
  await expect.element(dialog()).toMatchTextContent(`not compared${PATHS.length} files`);
  await send().click();
  await expect.poll(sent).toEqual(PATHS);
});

test("a folder whose content is all stored has nothing to send once it was compared", async () => {
  const hashed = await Promise.all(
    PATHS.map(async (path) => storedFile(path, { modified: null, xxh128: [await hashOf(path)] })),
  );
  await compare({ stored: hashed });
  await dialog()
    .getByRole("button", { name: /^Compare/ })
    .click();
  await expect.element(dialog()).toMatchTextContent("This folder is the same as the stored files");
  await expect.element(send()).toBeDisabled();
});
