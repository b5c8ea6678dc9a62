import { routes } from "@swath/contract/routes";
import type { Receipt, ReceiptFile, StoredFile } from "@swath/contract/uploads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import {
  mountUploadPage,
  type MountedPage,
  type Scene,
  UPLOAD_ID,
} from "../testing/mount-upload-page.tsx";
import { expectAccessible } from "../../../ui/testing/accessible.ts";

const AT = "2026-11-23T10:00:00.000Z";
const SUM = "0123456789abcdef".repeat(2);

function fileOf(name: string, fault: "missing" | null = null): StoredFile {
  const path = `FL000123_045/${name}`;
  const place = { bucket: "lidar", key: `FL000123/LiDAR/${path}`, stored: AT, read: AT, fault };
  return { path, bytes: 1_048_576, xxh128: [SUM], modified: null, places: [place] };
}

function receiptFile(name: string): ReceiptFile {
  const { path, bytes, xxh128 } = fileOf(name);
  return { path, bytes, xxh128, places: [{ bucket: "lidar", key: path, stored: AT, read: AT }] };
}

const receipt: Receipt = {
  head: {
    version: 2,
    read: AT,
    flightId: "FL000123",
    uploadId: UPLOAD_ID,
    uploadType: "LiDAR",
    sensorName: "Galaxy",
    ready: AT,
    readyBy: "Casey Crew",
    made: AT,
    madeBy: "Casey Crew",
    files: 2,
    bytes: 2_000,
    sha256: "0".repeat(64),
    kid: "k".repeat(43),
  },
  files: ["a.range", "b.range"].map((name) => receiptFile(name)),
  signature: `${"A".repeat(86)}==`,
};
const READY = { Status: "DATA_READY", User: "Casey Crew", IsOwn: true } as const;

let mounted: MountedPage | undefined;
let saved: { name: string; text: Promise<string> }[];
beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  mounted?.unmount();
});

const open = (scene: Scene): MountedPage =>
  (mounted = mountUploadPage({ upload: READY, ...scene }));
const save = () => page.getByRole("button", { name: "Save receipt" });
const safe = () => page.getByText("Safe to wipe the drive", { exact: true });
const table = () => page.getByRole("region", { name: "Stored files", exact: true });

test("ready data shows its files, their bytes and checksums, and where they are", async () => {
  open({ stored: [fileOf("a.range"), fileOf("b.range")] });
  const area = page.getByRole("region", { name: "Stored files and receipt" });
  await expect.element(area).toMatchTextContent("2 files, 2.00 MB");
  const row = table().getByRole("row").nth(1);
  await expect.element(row).toMatchTextContent("FL000123_045/a.range");
  await expect.element(row).toMatchTextContent(SUM);
  await expect.element(row).toMatchTextContent("s3://lidar/FL000123/LiDAR/FL000123_045/a.range");
});

test("the drive is safe to wipe only once the receipt is saved", async () => {
  open({ stored: [fileOf("a.range"), fileOf("b.range")], receipt });
  await expect.element(save()).toBeEnabled();
  expect(safe().elements()).toEqual([]);
  await save().click();
  await expect.element(safe()).toBeVisible();
  await expect
    .element(page.getByText(/every one stands whole in storage. The server last read every file/))
    .toMatchTextContent("on 2026-11-23 10:00 UTC");
  await expectAccessible();
  expect(saved.map(({ name }) => name)).toEqual([`FL000123_${UPLOAD_ID}_receipt.json`]);
  expect(JSON.parse((await saved[0]?.text) ?? "")).toEqual(receipt);
});

test("no receipt is offered where a file is not whole, and the file is named", async () => {
  open({ stored: [fileOf("a.range"), fileOf("b.range", "missing")], receipt });
  const names = page.getByRole("region", { name: "Files that are not whole" });
  await expect.element(page.getByText("Keep the drive")).toBeVisible();
  await expect.element(names).toMatchTextContent("FL000123_045/b.range");
  expect(save().elements()).toEqual([]);
});

test("a receipt that the server refuses leaves the drive to be kept", async () => {
  open({ stored: [fileOf("a.range")], broken: routes.makeReceipt });
  await save().click();
  await expect.element(page.getByText("Keep the drive")).toBeVisible();
  expect(safe().elements()).toEqual([]);
  expect(saved).toEqual([]);
});

test("files that cannot be listed offer no receipt", async () => {
  open({ broken: routes.listStoredFiles });
  await expect.element(page.getByText("The stored files could not be listed")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "List again" })).toBeVisible();
  expect(save().elements()).toEqual([]);
});

test("of 100,000 files only the rows in sight exist", async () => {
  open({ stored: Array.from({ length: 100_000 }, (_, i) => fileOf(`${i}.range`)) });
  await expect.element(table().getByText("FL000123_045/0.range", { exact: true })).toBeVisible();
  expect(table().getByRole("row").elements().length).toBeLessThan(100);
  expect(table().element().querySelector("table")?.getAttribute("aria-rowcount")).toBe("100001");
});
