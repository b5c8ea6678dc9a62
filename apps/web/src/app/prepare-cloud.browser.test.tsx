import type { CloudPreparation } from "@swath/contract/prepared-clouds";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { page as screen } from "vitest/browser";
import { fakeStore, opened } from "../clouds/testing/cloud-files.ts";
import { linesFile } from "../clouds/testing/line-file.ts";
import { type FakeAnswers, fakeApi } from "../platform/api/testing/fake-api.ts";
import { sessionOf } from "../platform/session/testing/session-of.ts";
import { expectAccessible } from "../ui/testing/accessible.ts";
import { openApp } from "./testing/open-app.tsx";

const KEY = "strip.laz";
const SIZE = 3_000_000_000;
let whole: Uint8Array<ArrayBuffer>;
/** The same points without the record of an octree. */
let plain: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  whole = new Uint8Array(await linesFile([{ line: 1, tooHigh: 0 }]));
  plain = whole.slice();
  // The first record's name begins behind the header, and two bytes.
  plain.set(new TextEncoder().encode("none"), 377);
});

let leave = (): void => undefined;
afterEach(async () => {
  leave();
  vi.restoreAllMocks();
  await screen.viewport(414, 896);
});

const NONE: CloudPreparation = {
  state: "none",
  size: SIZE,
  percent: 0,
  fault: null,
  reason: null,
};

/** A server at which the file's copy is as a test says. */
async function open(first: Partial<CloudPreparation>, answers: FakeAnswers = {}) {
  await screen.viewport(1_425, 900);
  let now: CloudPreparation = { ...NONE, ...first };
  const set = (next: Partial<CloudPreparation>): CloudPreparation => (now = { ...NONE, ...next });
  const files = new Map([[KEY, plain]]);
  fakeStore(files);
  const api = fakeApi({
    readSettings: () => ({ LMSCurrentVersion: "3.3.3" }),
    countFailures: () => ({ Jobs: 0 }),
    openClouds: ({ request }) => {
      const { keys, prepared } = request.body as { keys: string[]; prepared?: boolean };
      files.set(KEY, prepared === true ? whole : plain);
      return opened(files, keys);
    },
    readPreparation: () => now,
    prepareCloud: () => set({ state: "waiting" }),
    cancelPreparation: () =>
      set({ state: "failed", fault: "cancelled", reason: "It was cancelled" }),
    ...answers,
  });
  const app = openApp(`/clouds?bucket=swath-lidar&file=${KEY}`, await sessionOf(["base"]), api);
  leave = app.leave;
  const asked = (name: string) => api.calls.filter((call) => call.name === name).length;
  return { set, asked };
}

const button = (name: string) => screen.getByRole("button", { name });

test("a file without an octree says what its preparation costs, and is shown once that is done", async () => {
  const { set, asked } = await open({});
  await expect.element(screen.getByText("This file has no octree")).toBeVisible();
  await expect.element(screen.getByText(/2\.79 GB: that takes about \d+ min/)).toBeVisible();
  await expectAccessible();
  await button("Prepare it for viewing").click();
  await expect.element(screen.getByText("It waits for the compute engine.")).toBeVisible();
  expect(asked("prepareCloud")).toBe(1);
  set({ state: "running", percent: 41 });
  await expect
    .element(screen.getByRole("progressbar", { name: "Preparing the file" }))
    .toHaveAttribute("aria-valuenow", "41");
  await expectAccessible();
  set({ state: "done", percent: 100 });
  await expect.element(screen.getByText(/This is a copy, prepared for viewing/)).toBeVisible();
  await expect.element(screen.getByText(/of 30,000 points are drawn/)).toBeVisible();
  await expect.element(screen.getByText(KEY, { exact: true }).first()).toBeVisible();
});

test("another person sees the progress, and may end it for all", async () => {
  const { asked } = await open({ state: "running", percent: 7 });
  await expect.element(screen.getByText("Prepared: 7 %.").first()).toBeVisible();
  await button("Cancel the preparation").click();
  await expect.element(screen.getByText("The preparation was cancelled")).toBeVisible();
  await button("Try again").click();
  await expect.element(screen.getByText("It waits for the compute engine.")).toBeVisible();
  expect(asked("prepareCloud")).toBe(1);
});

test.each([
  [
    "file",
    "The file cannot be prepared: its points cannot be read",
    "is damaged, behind point 1200 of 9000",
  ],
  ["room", "There is no room to prepare the file", "It takes about 33.0 GB, and 2.0 GB are free"],
  ["other", "The preparation failed", "The compute engine loses it"],
] as const)("a preparation that failed by its %s says why", async (fault, title, reason) => {
  await open({ state: "failed", fault, reason });
  await expect.element(screen.getByRole("heading", { name: title })).toBeVisible();
  const words = fault === "file" ? `${KEY}: ${reason}` : reason;
  await expect.element(screen.getByText(words, { exact: true })).toBeVisible();
  await expect.element(button("Try again")).toBeVisible();
  await expectAccessible();
});

test("an order that is refused says so, and the page stays", async () => {
  await open(
    {},
    {
      prepareCloud: () => {
        throw new Error("50 clouds are being prepared; try later");
      },
    },
  );
  await button("Prepare it for viewing").click();
  await expect.element(screen.getByText(/50 clouds are being prepared/)).toBeVisible();
  await expect.element(button("Prepare it for viewing")).toBeVisible();
});
