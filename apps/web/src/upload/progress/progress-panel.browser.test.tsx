import type { UploadSnapshot } from "@swath/upload-engine";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeRow } from "../testing/fake-uploader.ts";
import { mount } from "../testing/mount.tsx";
import { ProgressPanel } from "./progress-panel.tsx";

const ROWS = 20_000;
const read = new Set<number>();
const snapshot = {
  progress: {
    bytesPerSecond: 12.5 * 1024 ** 2,
    handedOverBytes: 5.25 * 1024 ** 3,
    completedBytes: 5 * 1024 ** 3,
    totalBytes: 20 * 1024 ** 3,
    sentBytes: 2.5 * 1024 ** 3,
    completedFiles: 4999,
    totalFiles: ROWS,
    percent: 24.999,
    timeLeft: { leastSeconds: 1200, mostSeconds: 1790 },
  },
  status: "UPLOADING" as const,
  rowCount: ROWS,
  row: (i: number) => {
    read.add(i);
    return fakeRow(i);
  },
};

let unmount = (): void => {};
afterEach(() => unmount());

function show(more: Partial<UploadSnapshot> = {}): void {
  read.clear();
  unmount = mount(<ProgressPanel snapshot={{ ...snapshot, ...more }} />);
}

const rows = () => [...document.querySelectorAll("tbody tr")];
const frame = () => page.getByRole("region", { name: "Files of the upload" });

test("speed, bytes, files and the percentage are shown", async () => {
  show();
  await expect.element(page.getByText("12.50 MB/s")).toBeVisible();
  await expect.element(page.getByText("5.00 GB of 20.00 GB")).toBeVisible();
  await expect.element(page.getByText("4,999 of 20,000")).toBeVisible();
  await expect.element(page.getByText("24.99%")).toBeVisible();
});

test("while nothing moves the speed is none, and not the last one", async () => {
  show({ stall: { cause: "link", since: 0 } });
  await expect.element(page.getByText("0 B/s, waiting")).toBeVisible();
  unmount();
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  show();
  await expect.element(page.getByText("0 B/s, waiting")).toBeVisible();
  online.mockRestore();
  window.dispatchEvent(new Event("online"));
  await expect.element(page.getByText("12.50 MB/s")).toBeVisible();
});

test("what is in flight is told apart from what the store acknowledged", async () => {
  show();
  await expect.element(page.getByText("Acknowledged")).toBeVisible();
  await expect.element(page.getByText("In flight")).toBeVisible();
  await expect.element(page.getByText("256.00 MB", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Sent over the link, compressed")).toBeVisible();
  await expect.element(page.getByText("2.50 GB", { exact: true })).toBeVisible();
});

test("what the server has verified is told apart from what it has rebuilt", async () => {
  const totalBytes = 20 * 1024 ** 3;
  show({ rebuild: { totalBytes, verifiedBytes: totalBytes, rebuiltBytes: 7 * 1024 ** 3 } });
  await expect.element(page.getByText("Verified")).toBeVisible();
  await expect.element(page.getByText("20.00 GB of 20.00 GB")).toBeVisible();
  await expect.element(page.getByText("Rebuilt")).toBeVisible();
  await expect.element(page.getByText("7.00 GB of 20.00 GB")).toBeVisible();
});

test("the time left is a range", async () => {
  show();
  await expect.element(page.getByText("20–30 min left")).toBeVisible();
});

test("of 20,000 files only those in sight are drawn and read", async () => {
  show();
  await expect.poll(() => rows().length).toBeGreaterThan(5);
  expect(rows().length).toBeLessThan(60);
  expect(read.size).toBeLessThan(60);
  expect(document.querySelector("table")?.getAttribute("aria-rowcount")).toBe("20001");
});

test("scrolling to the end shows the last file, and still few are drawn", async () => {
  show();
  await expect.poll(() => rows().length).toBeGreaterThan(5);
  const element = frame().element();
  element.scrollTop = element.scrollHeight;
  await expect.element(page.getByText(fakeRow(ROWS - 1).path)).toBeVisible();
  expect(rows().length).toBeLessThan(60);
});

test("the table is scrolled by keyboard", async () => {
  show();
  await expect.poll(() => rows().length).toBeGreaterThan(5);
  const element = frame().element() as HTMLElement;
  element.focus();
  await userEvent.keyboard("{End}");
  await expect.element(page.getByText(fakeRow(ROWS - 1).path)).toBeVisible();
});

test("a row says its part, its upload and its state in words", async () => {
  show();
  await expect.element(page.getByText("2 of 7").first()).toBeVisible();
  await expect.element(page.getByText("NA").first()).toBeVisible();
  await expect.element(page.getByText("41.25%").first()).toBeVisible();
  await expect.element(page.getByText("RETRY @ END").first()).toBeVisible();
});

test("the filter shows only what failed", async () => {
  show();
  await page.getByRole("button", { name: "Failed" }).click();
  await expect
    .poll(() => rows().every((row) => row.getAttribute("data-tone") === "error") && rows().length)
    .toBeGreaterThan(5);
  const failed = Math.floor((ROWS * 2) / 7);
  const count = Number(document.querySelector("table")?.getAttribute("aria-rowcount"));
  expect(count).toBeGreaterThanOrEqual(failed);
  expect(count).toBeLessThan(failed + 3);
});
