import { endpoints } from "@swath/contract/endpoints";
import type { Receipt, ReceiptFile, StoredFile } from "@swath/contract/uploads";
import { xxhash128 } from "hash-wasm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { choose } from "../testing/choose.ts";
import {
  mountUploadPage,
  type MountedPage,
  type Scene,
  UPLOAD_ID,
} from "../testing/mount-upload-page.tsx";
import { expectAccessible } from "../../ui/testing/accessible.ts";

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
  const area = page.getByRole("region", { name: "Files in storage" });
  await expect.element(area).toMatchTextContent("2 files, 2.00 MB");
  const row = table().getByRole("row").nth(1);
  await expect.element(row).toMatchTextContent("FL000123_045/a.range");
  await expect.element(row).toMatchTextContent(SUM);
  await expect.element(row).toMatchTextContent("s3://lidar/FL000123/LiDAR/FL000123_045/a.range");
});

test("a point cloud leads to the viewer, whatever program wrote it, and no other file does", async () => {
  open({ stored: [fileOf("a.range"), fileOf("strip.las"), fileOf("gone.laz", "missing")] });
  const links = table().getByRole("link");
  await expect.element(links).toMatchTextContent("FL000123_045/strip.las");
  const key = encodeURIComponent("FL000123/LiDAR/FL000123_045/strip.las");
  await expect.element(links).toHaveAttribute("href", `/clouds?bucket=lidar&file=${key}`);
});

test("a receipt is saved, and says how others check it at this server", async () => {
  open({ stored: [fileOf("a.range"), fileOf("b.range")], receipt });
  await save().click();
  await expect.element(page.getByText("Receipt saved")).toBeVisible();
  const command = `npm run -s verify-receipt -- FL000123_${UPLOAD_ID}_receipt.json FOLDER --server ${window.location.origin}`;
  await expect.element(page.getByText(command)).toBeVisible();
  await expectAccessible();
  expect(safe().elements()).toEqual([]);
  expect(saved.map(({ name }) => name)).toEqual([`FL000123_${UPLOAD_ID}_receipt.json`]);
  expect(JSON.parse((await saved[0]?.text) ?? "")).toEqual(receipt);
});

const CONTENTS = { "a.range": "range", "b.range": "range of b" };

async function storedAs(
  [name, text]: readonly [string, string],
  read: string,
): Promise<StoredFile> {
  const file = fileOf(name);
  const places = [{ ...file.places[0]!, read }];
  return { ...file, bytes: text.length, xxh128: [await xxhash128(text)], places };
}

const receiptOf = ({ path, bytes, xxh128, places: [place] }: StoredFile): ReceiptFile => {
  const { fault: _, stored, ...where } = place!;
  return { path, bytes, xxh128, places: [{ ...where, stored: stored! }] };
};

/** What is stored of these contents, and its receipt; all was read now, or at another time. */
async function storedContents(read = new Date().toISOString()) {
  const stored = await Promise.all(Object.entries(CONTENTS).map((file) => storedAs(file, read)));
  return { stored, receipt: { ...receipt, files: stored.map((file) => receiptOf(file)) } };
}

async function compare(
  contents: Readonly<Record<string, string>>,
  folder = "FL000123_045",
): Promise<void> {
  await expect.element(page.getByRole("button", { name: "Compare the drive" })).toBeEnabled();
  const files = Object.entries(contents).map(
    ([name, text]) => [`${folder}/${name}`, new TextEncoder().encode(text)] as const,
  );
  choose(new Map(files), "Folder on the drive");
}

const differing = () => page.getByRole("region", { name: "Files that differ" });

describe("the comparison of the drive", () => {
  test("calls a drive safe to wipe whose every file equals what is stored", async () => {
    open(await storedContents());
    await compare({ ...CONTENTS, "._a.range": "left by a system" });
    await expect.element(safe()).toBeVisible();
    const words = /All 2 files of the folder FL000123_045 match the stored files by name, size/;
    await expect.element(page.getByText(words)).toBeVisible();
    await expectAccessible();
  });

  test("has the drive kept, and names each file that differs with how", async () => {
    open(await storedContents());
    await compare({ "a.range": "rangE", "c.range": "new" });
    await expect.element(page.getByText("Keep the drive", { exact: true })).toBeVisible();
    await expect
      .element(differing())
      .toMatchTextContent(
        "FL000123_045/a.range – other contentFL000123_045/b.range – missingFL000123_045/c.range – not in the receipt",
      );
    expect(safe().elements()).toEqual([]);
    await expectAccessible();
  });

  test("says that the stored files are to be read again where that was long ago", async () => {
    open(await storedContents(AT));
    await compare(CONTENTS);
    await expect.element(page.getByText(/^Keep the drive until the stored files/)).toBeVisible();
    expect(safe().elements()).toEqual([]);
  });

  test("tells a folder of another flight by its name", async () => {
    open(await storedContents());
    await compare({ "x.range": "x" }, "FL000999_045");
    await expect.element(page.getByText(/between the folder FL000999_045 and/)).toBeVisible();
  });

  test("without a receipt of the server has the drive kept", async () => {
    open({ stored: [fileOf("a.range")], broken: endpoints.makeReceipt });
    await compare(CONTENTS);
    await expect.element(page.getByText(/No stored file is sealed yet/)).toBeVisible();
    expect(safe().elements()).toEqual([]);
  });
});

test("no receipt is offered where a file is not whole, and the file is named", async () => {
  open({ stored: [fileOf("a.range"), fileOf("b.range", "missing")], receipt });
  const names = page.getByRole("region", { name: "Files that are not whole" });
  await expect.element(page.getByText("Keep the drive")).toBeVisible();
  await expect.element(names).toMatchTextContent("FL000123_045/b.range");
  expect(save().elements()).toEqual([]);
});

test("a receipt that the server refuses leaves the drive to be kept", async () => {
  open({ stored: [fileOf("a.range")], broken: endpoints.makeReceipt });
  await save().click();
  await expect.element(page.getByText("Keep the drive")).toBeVisible();
  expect(safe().elements()).toEqual([]);
  expect(saved).toEqual([]);
});

test("files that cannot be listed offer no receipt", async () => {
  open({ broken: endpoints.listStoredFiles });
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
