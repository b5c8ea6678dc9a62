import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { mountUploadPage, type MountedPage, type Scene } from "./testing/mount-upload-page.tsx";
import { expectAccessible } from "../ui/testing/accessible.ts";

let mounted: MountedPage | undefined;
afterEach(() => mounted?.unmount());

function open(scene: Scene = {}): MountedPage {
  mounted = mountUploadPage(scene);
  return mounted;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const text = (words: string) => page.getByText(words, { exact: true });
const tray = page.getByRole("region", { name: "Uploads of this tab" });
const SENDING = { status: "UPLOADING", settled: false, hasFiles: true } as const;
const READY = { User: "Casey Crew", IsOwn: true, Status: "DATA_READY" } as const;

test("an upload goes on while one moves through the portal, and the tray leads back to it", async () => {
  const { uploaders, router } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  uploaders[0]!.show(SENDING);
  await expect.element(button("Pause upload")).toBeEnabled();
  await expect.element(tray).not.toBeInTheDocument();
  void router.navigate({ to: "/post" });
  await expect.element(text("DASHBOARD")).toBeVisible();
  await expect.element(tray.getByRole("status")).toMatchTextContent("Uploading");
  await expectAccessible();
  await tray.getByRole("link", { name: "FL000123 Galaxy T2000 - 045" }).click();
  await expect.element(button("Pause upload")).toBeEnabled();
  await expect.element(tray).not.toBeInTheDocument();
  expect(uploaders).toHaveLength(1);
  expect(uploaders[0]?.commands).toEqual([]);
});

const mayClose = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("closing the tab asks while an upload sends, whichever page is shown", async () => {
  const { uploaders, router } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  expect(mayClose()).toBe(true);
  uploaders[0]!.show(SENDING);
  await expect.poll(mayClose).toBe(false);
  void router.navigate({ to: "/post" });
  await expect.element(text("DASHBOARD")).toBeVisible();
  expect(mayClose()).toBe(false);
  uploaders[0]!.show({ status: "VALIDATING_UPLOAD" });
  await expect.poll(mayClose).toBe(true);
});

test("what ended on another page stands in the tray until it is dismissed", async () => {
  const { uploaders, router } = open();
  await expect.element(button("Upload Flight Folder")).toBeEnabled();
  uploaders[0]!.show(SENDING);
  void router.navigate({ to: "/post" });
  await expect.element(tray.getByRole("status")).toMatchTextContent("Uploading");
  const error = { code: "STORE_FULL", message: "The object store is full." };
  uploaders[0]!.show({ status: "UPLOAD_FAILED", settled: true, error });
  await expect.element(tray.getByText("The object store is full.")).toBeVisible();
  await tray.getByRole("button", { name: "Dismiss FL000123 Galaxy T2000 - 045" }).click();
  await expect.element(tray).not.toBeInTheDocument();
});

test("an update goes on as one on the page that is opened again", async () => {
  const { uploaders, jobs, router } = open({ upload: READY });
  await button("Add / Update Existing Data").click();
  await button("Update").click();
  await expect.poll(() => jobs.length).toBe(2);
  uploaders[1]!.show(SENDING);
  void router.navigate({ to: "/post" });
  await page.getByRole("link", { name: /^FL000123/ }).click();
  await expect.element(button("Pause upload")).toBeEnabled();
  expect(jobs.map(({ isUpdate }) => isUpdate)).toEqual([false, true]);
});
