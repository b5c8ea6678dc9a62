import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleFiles } from "../../../../tools/testing/sample-files.ts";
import { forgetWorkOfOthers, persistedWork } from "../platform/persisted-work.ts";
import { savedFolders } from "./folder/use-saved-folder.ts";
import {
  mountUploadPage,
  type MountedPage,
  type Scene,
  UPLOAD_ID,
} from "./testing/mount-upload-page.tsx";
import { privateFolder } from "./testing/private-folder.ts";
import { SAMPLE } from "./testing/sample-flight.ts";

beforeEach(() => forgetWorkOfOthers(""));

let mounted: MountedPage | undefined;
afterEach(() => mounted?.unmount());

function open(scene: Scene = {}): MountedPage {
  mounted = mountUploadPage(scene);
  return mounted;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const part = (words: string) => page.getByText(words, { exact: false });
const report = page.getByRole("dialog", { name: "File Validation Results" });
const STALLED = { User: "Casey Crew", IsOwn: true, Status: "UPLOAD_STALLED" } as const;
const LIDAR = sampleFiles(SAMPLE);

test("after a crash an upload is resumed with the folder that it was begun with, by one press", async () => {
  const folder = await privateFolder(LIDAR);
  await savedFolders(persistedWork("crew")).keep(UPLOAD_ID, folder);
  const { uploaders } = open({ upload: STALLED });
  await button("Resume with FL000123_045").click();
  await expect.poll(() => uploaders[0]?.commands).toEqual(["resume"]);
  expect(uploaders[0]?.selections[0]?.files.map(({ entry }) => entry.fullPath)).toEqual(
    [...LIDAR.keys()].toSorted(),
  );
  uploaders[0]!.show({ status: "DATA_READY", settled: true });
  await expect.poll(() => savedFolders(persistedWork("crew")).read(UPLOAD_ID)).toBeUndefined();
});

test("a folder that the browser may not read any more, or that is gone, is selected again", async () => {
  const folder = await privateFolder(LIDAR);
  await savedFolders(persistedWork("crew")).keep(UPLOAD_ID, folder);
  open({ upload: STALLED });
  const proto = FileSystemHandle.prototype as { requestPermission?: unknown };
  const given = proto.requestPermission;
  proto.requestPermission = async () => "denied";
  await button("Resume with FL000123_045").click();
  await expect.element(part("The browser may not read the folder FL000123_045.")).toBeVisible();
  proto.requestPermission = given;
  await (await navigator.storage.getDirectory()).removeEntry("FL000123_045", { recursive: true });
  await button("Resume with FL000123_045").click();
  await expect.element(part("The folder could not be read.")).toBeVisible();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
});

test("the folder that a picker hands over is kept as soon as it is approved", async () => {
  const folder = await privateFolder(LIDAR);
  const picker = window as { showDirectoryPicker?: unknown };
  const given = picker.showDirectoryPicker;
  picker.showDirectoryPicker = async () => folder;
  const { uploaders } = open();
  await button("Upload Flight Folder").click();
  await expect.element(report).toBeVisible();
  const kept = savedFolders(persistedWork("crew"));
  expect(await kept.read(UPLOAD_ID)).toBeUndefined();
  await report.getByRole("button", { name: "Upload" }).click();
  await expect.poll(() => uploaders[0]?.commands).toEqual(["start"]);
  await expect.poll(async () => (await kept.read(UPLOAD_ID))?.name).toBe("FL000123_045");
  picker.showDirectoryPicker = given;
});
