import { endpoints } from "@swath/contract/endpoints";
import type { ReplacedFile, Replacement } from "@swath/contract/uploads";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type MountedPage, mountUploadPage, type Scene } from "../testing/mount-upload-page.tsx";
import { expectAccessible } from "../../ui/testing/accessible.ts";

const AT = "2026-11-23T10:00:00.000Z";
const update: Replacement = {
  id: 7,
  at: AT,
  user: "Casey Crew",
  broughtBack: false,
  files: 2,
  bytes: 2_097_152,
  keptUntil: "2026-12-23T10:00:00.000Z",
  fault: null,
};
const fileOf = (name: string): ReplacedFile => ({
  path: `FL000123_045/${name}`,
  bytes: 1_048_576,
  xxh128: ["0123456789abcdef".repeat(2)],
});
const FILES = [fileOf("a.range"), fileOf("b.range")];
const replacedScene = (change: Partial<Replacement> = {}) => ({
  list: { replacements: [{ ...update, ...change }], bringingBack: null },
  files: FILES,
});

let mounted: MountedPage | undefined;
afterEach(() => mounted?.unmount());
const open = (scene: Scene): MountedPage =>
  (mounted = mountUploadPage({
    upload: { Status: "DATA_READY", User: "Casey Crew", IsOwn: true },
    ...scene,
  }));
const area = () => page.getByRole("region", { name: "Replaced files", exact: true });
const row = () => area().getByRole("button", { name: /^Replaced by/ });
const button = (name: string) => area().getByRole("button", { name });
const orders = () => mounted!.calls.filter(({ endpoint }) => endpoint === endpoints.bringBack);

test("data of which nothing was replaced says nothing of it", async () => {
  open({});
  await expect
    .element(page.getByRole("heading", { name: "Upload completed, data is ready" }))
    .toBeVisible();
  expect(area().elements()).toEqual([]);
});

test("a replacement says when, by whom, how much, and until when it is kept", async () => {
  open({ replaced: replacedScene() });
  await expect
    .element(row())
    .toMatchTextContent("Replaced by an update, 2026-11-23 10:00:00 UTC, Casey Crew");
  await expect.element(row()).toMatchTextContent("2 files, 2.00 MB, kept until 2026-12-23");
});

test("all of its files come back, or those that are chosen by keyboard", async () => {
  const replaced = replacedScene();
  open({ replaced });
  await row().click();
  await expect.element(button("Bring all 2 files back")).toBeEnabled();
  await expectAccessible();
  area().getByRole("checkbox", { name: "Choose FL000123_045/b.range" }).element().focus();
  await userEvent.keyboard(" ");
  await button("Bring 1 file back").click();
  replaced.list = { ...replaced.list, bringingBack: { files: 1, standing: 0 } } as never;
  await page.getByRole("dialog").getByRole("button", { name: "Confirm" }).click();
  await expect.element(page.getByText("Bringing 1 file back: 0 in place")).toBeVisible();
  await expect.element(button("Bring 1 file back")).toBeDisabled();
  expect(orders().map(({ body }) => body)).toEqual([{ paths: ["FL000123_045/b.range"] }]);
});

test("another's data comes back with a reason only", async () => {
  const upload = { Status: "DATA_READY", User: "Robin Crew", IsOwn: false } as const;
  open({ upload, roles: ["base", "leader"], replaced: replacedScene() });
  await row().click();
  await button("Bring all 2 files back").click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText(/This data belongs to Robin Crew\.$/)).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Confirm" });
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The update was of another flight");
  await confirm.click();
  await expect
    .poll(() => orders().map(({ body }) => body))
    .toEqual([{ reason: "The update was of another flight" }]);
});

test("who may not change the data sees what is kept, and brings nothing back", async () => {
  const upload = { Status: "DATA_READY", User: "Robin Crew", IsOwn: false } as const;
  open({ upload, replaced: replacedScene() });
  await row().click();
  await expect.element(area().getByText("FL000123_045/a.range")).toBeVisible();
  expect(area().getByRole("checkbox").elements()).toEqual([]);
  expect(button("Bring all 2 files back").elements()).toEqual([]);
});

test("an order that is refused says why, and the dialog stays", async () => {
  open({ replaced: replacedScene(), broken: endpoints.bringBack });
  await row().click();
  await button("Bring all 2 files back").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("broken");
});

test("what could not be brought back is named", async () => {
  open({ replaced: replacedScene({ broughtBack: true, files: 0, fault: "FL000123_045/a.range" }) });
  await expect
    .element(area().getByRole("alert"))
    .toMatchTextContent("Not brought back, because they were not kept whole: FL000123_045/a.range");
});

test("replaced files that cannot be listed are said, and asked for again", async () => {
  open({ broken: endpoints.listReplacements });
  await expect
    .element(area().getByRole("alert"))
    .toMatchTextContent("The replaced files could not be listed");
  await expect.element(area().getByRole("button", { name: "Try again" })).toBeVisible();
});
