import { endpoints } from "@swath/contract/endpoints";
import type { StoredFile, StoredVerification, StoredVerifications } from "@swath/contract/uploads";
import { focusManager } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { mountUploadPage, type MountedPage, type Scene } from "../testing/mount-upload-page.tsx";

const AT = "2026-11-20T10:00:00.000Z";
const READY = { Status: "DATA_READY", User: "Casey Crew", IsOwn: true } as const;

function fileOf(name: string, read: string | null = AT): StoredFile {
  const path = `FL000123_045/${name}`;
  const place = { bucket: "lidar", key: path, stored: AT, read, fault: null };
  return { path, bytes: 1_048_576, xxh128: ["0".repeat(32)], modified: null, places: [place] };
}

const READING: StoredVerification = {
  state: "reading",
  ordered: AT,
  by: "Alex Archer",
  ahead: 0,
  begun: AT,
  ended: null,
  cancelledBy: null,
  files: 2,
  bytes: 1_048_576,
  totalBytes: 4_194_304,
  damaged: 0,
  cold: 0,
  mayCancel: false,
};
const seen = (change: Partial<StoredVerification>, paths: string[] = []): StoredVerifications => ({
  latest: { ...READING, ...change },
  damaged: paths.map((path) => ({ path, bucket: "lidar", fault: "content", found: AT })),
  damagedPlaces: paths.length,
});

interface Orders {
  now: StoredVerifications;
}
const NONE: StoredVerifications = { latest: null, damaged: [], damagedPlaces: 0 };

let mounted: MountedPage | undefined;
afterEach(() => {
  focusManager.setFocused(undefined);
  mounted?.unmount();
});
/** The next poll, which comes at once where the page is shown again. */
function poll(): void {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
}
const stored = [fileOf("a.range"), fileOf("b.range")];
const open = (scene: Scene): void => {
  mounted = mountUploadPage({ upload: READY, stored, ...scene });
};
const press = () => page.getByRole("button", { name: "Verify stored files now" });
const end = () => page.getByRole("button", { name: "End the reading" });
const bar = () => page.getByRole("progressbar", { name: "Reading the stored files" });
const listings = () =>
  mounted!.calls.filter(({ endpoint }) => endpoint === endpoints.listStoredFiles);

test("an old reading is said to be old, with its time, and the press is offered", async () => {
  open({});
  await expect
    .element(page.getByText(/The server last read every file/))
    .toMatchTextContent("on 2026-11-20 10:00 UTC");
  await expect.element(page.getByText("The last reading is old")).toBeVisible();
  await expect.element(press()).toBeEnabled();
});

test("files of which no reading is known are counted", async () => {
  open({ stored: [fileOf("a.range"), fileOf("b.range", null)] });
  await expect.element(page.getByText(/1 file was not read since being stored/)).toBeVisible();
});

test("a reading of today is not old", async () => {
  const now = new Date().toISOString();
  open({ stored: [fileOf("a.range", now), fileOf("b.range", now)] });
  await expect.element(press()).toBeEnabled();
  expect(page.getByText("The last reading is old").elements()).toEqual([]);
});

test("one press orders it, shows how far it is, and ends with all as sealed, listed again", async () => {
  const verification: Orders = { now: NONE };
  open({
    verification,
    onVerification: () => (verification.now = seen({ mayCancel: true })),
  });
  await press().click();
  await expect.element(bar()).toHaveAttribute("aria-valuenow", "25");
  await expect.element(end()).toBeVisible();
  expect(press().elements()).toEqual([]);
  const before = listings().length;
  verification.now = seen({ state: "read", ended: AT, bytes: 4_194_304 });
  poll();
  await expect.element(page.getByText(/2 files, all as sealed, read at/)).toBeVisible();
  await expect.poll(() => listings().length).toBe(before + 1);
});

test("another person's reading is seen without a press, and cannot be ended by whom may not", async () => {
  const verification: Orders = { now: NONE };
  open({ verification });
  await expect.element(press()).toBeEnabled();
  verification.now = seen({});
  poll();
  await expect.element(page.getByText(/ordered by Alex Archer/)).toBeVisible();
  expect(end().elements()).toEqual([]);
  expect(press().elements()).toEqual([]);
});

test("who may can end it", async () => {
  const verification = { now: seen({ mayCancel: true }) };
  const asked: unknown[] = [];
  open({
    verification,
    onVerification: (endpoint) => {
      asked.push(endpoint);
      verification.now = seen({ state: "cancelled", ended: AT, cancelledBy: "Casey Crew" });
    },
  });
  await end().click();
  await expect.element(page.getByText(/The reading was ended by Casey Crew/)).toBeVisible();
  expect(asked).toEqual([endpoints.cancelVerification]);
});

test("a damaged file makes no reading of the others old", async () => {
  const now = new Date().toISOString();
  const bad = fileOf("b.range", null);
  const places = bad.places.map((place) => ({ ...place, fault: "damaged" as const }));
  open({ stored: [fileOf("a.range", now), { ...bad, places }] });
  await expect.element(page.getByText(/Of the files that stand whole: The server/)).toBeVisible();
  expect(page.getByText("The last reading is old").elements()).toEqual([]);
});

test("damaged files are named", async () => {
  const verification = {
    now: seen({ state: "read", ended: AT, damaged: 1 }, ["FL000123_045/b.range"]),
  };
  open({ verification });
  const names = page.getByRole("region", { name: "Damaged files" });
  await expect.element(names).toMatchTextContent("FL000123_045/b.range");
  await expect.element(page.getByText(/1 file of 2 damaged/)).toBeVisible();
});

test("what was damaged and is stored again is not named any more", async () => {
  open({ verification: { now: seen({ state: "read", ended: AT, damaged: 1 }) } });
  await expect.element(page.getByText(/What was damaged was stored again since/)).toBeVisible();
  expect(page.getByText("Stored files are damaged").elements()).toEqual([]);
});

test("a guest sees the times and is told whom to ask", async () => {
  open({ roles: ["base", "guest"], upload: { ...READY, IsOwn: false } });
  await expect.element(page.getByText(/Ask the crew to verify the stored files/)).toBeVisible();
  expect(press().elements()).toEqual([]);
});

test("an order that is refused says why", async () => {
  open({ broken: endpoints.verifyStored });
  await press().click();
  await expect.element(page.getByText("broken", { exact: true })).toBeVisible();
});
