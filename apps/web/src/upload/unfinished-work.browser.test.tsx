import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { unfinishedWork } from "../platform/session/unfinished-work.ts";
import { sampleFiles } from "../../../../tools/testing/sample-files.ts";
import { choose } from "./testing/choose.ts";
import { mountUploadPage, type MountedPage } from "./testing/mount-upload-page.tsx";
import { SAMPLE } from "./testing/sample-flight.ts";

let mounted: MountedPage | undefined;
afterEach(() => mounted?.unmount());

const exists = () => expect.poll(() => unfinishedWork.exists);

test("the page keeps its session's end off from the folder's choice until the data is ready", async () => {
  mounted = mountUploadPage();
  await expect
    .element(page.getByRole("button", { name: "Upload Flight Folder", exact: true }))
    .toBeEnabled();
  await exists().toBe(false);
  choose(sampleFiles(SAMPLE));
  const report = page.getByRole("dialog", { name: "File Validation Results" });
  await expect.element(report).toBeVisible();
  await exists().toBe(true);
  await report.getByRole("button", { name: "Upload" }).click();
  const uploader = mounted.uploaders[0]!;
  await expect.poll(() => uploader.getSnapshot().status).toBe("UPLOADING");
  await exists().toBe(true);
  uploader.show({ status: "UPLOAD_PAUSED", settled: true, hasFiles: true });
  await exists().toBe(true);
  uploader.show({ status: "DATA_READY", settled: true, hasFiles: true });
  await exists().toBe(false);
});

test("an upload that another page sends is no work of this one", async () => {
  mounted = mountUploadPage({ upload: { Status: "UPLOADING", User: "Robin Reyes" } });
  await expect.element(page.getByText("FLIGHT UPLOAD UNDERWAY")).toBeVisible();
  await exists().toBe(false);
});

test("an upload is work of this tab on every page, until it has ended", async () => {
  mounted = mountUploadPage();
  await expect
    .element(page.getByRole("button", { name: "Upload Flight Folder", exact: true }))
    .toBeEnabled();
  const uploader = mounted.uploaders[0]!;
  uploader.show({ status: "UPLOADING", settled: false });
  void mounted.router.navigate({ to: "/post" });
  await expect.element(page.getByText("DASHBOARD")).toBeVisible();
  await exists().toBe(true);
  uploader.show({ status: "DATA_READY", settled: true });
  await exists().toBe(false);
});
