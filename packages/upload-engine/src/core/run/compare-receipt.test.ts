import type { ReceiptFile } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import type { SourceHasher } from "../../ports/preparer.ts";
import { companionsBeside, compareReceipt, type DriveFolder } from "./compare-drive.ts";

const BASE = "FL000123_045";
const sealed = (path: string, bytes = 1): ReceiptFile => ({
  path,
  bytes,
  xxh128: [`of ${path}`],
  places: [],
});
const RECEIPT = ["a.range", "below/b.laz"].map((name) => sealed(`${BASE}/${name}`));

/** Every file has the content that was sealed of its path, but those named here. */
function hasherOf({ unreadable = "", other = "", changed = "" } = {}): SourceHasher {
  return {
    hash: async ({ path }) => {
      if (path === unreadable) return { unreadable: path, reason: "gone" };
      return path === other ? "another" : `of ${path}`;
    },
    stateOf: async ({ path }) => (path === changed ? "changed" : "unchanged"),
    close: () => {},
  };
}
const { signal } = new AbortController();

const driveOf = (paths: readonly string[], name = BASE): DriveFolder => ({
  name,
  files: paths.map((path) => ({ path, size: 1 })),
  leftOut: [],
});
const compare = (drive: DriveFolder, faults?: Parameters<typeof hasherOf>[0]) =>
  compareReceipt(drive, RECEIPT, { hasher: hasherOf(faults), signal, onProgress: () => {} });
const PATHS = RECEIPT.map(({ path }) => path);

test("drive/R1 a folder with the names, sizes and contents of its receipt is equal", async () => {
  expect(await compare(driveOf(PATHS))).toEqual({ equal: 2, differences: [] });
  expect(await compare(driveOf(PATHS), { other: PATHS[1]! })).toEqual({
    equal: 1,
    differences: [{ path: PATHS[1], what: "other content" }],
  });
  const larger = { ...driveOf(PATHS), files: PATHS.map((path) => ({ path, size: 2 })) };
  expect((await compare(larger))?.differences.map(({ what }) => what)).toEqual([
    "other size",
    "other size",
  ]);
});

test("drive/R2 what either side lacks is a difference, in the order of the paths", async () => {
  const found = await compare(driveOf([`${BASE}/c.new`, PATHS[0]!]));
  expect(found?.differences).toEqual([
    { path: PATHS[1], what: "missing" },
    { path: `${BASE}/c.new`, what: "not in the receipt" },
  ]);
});

test("drive/R2 companions are passed over, but for those that the receipt holds", () => {
  const receipt = [...RECEIPT, sealed(`${BASE}/._kept`), sealed(`${BASE}/.Trashes/kept`)];
  const isPassedOver = companionsBeside("copy", receipt, ["*.tmp"]);
  const passed = ["._new", "x.tmp", "._kept", ".Trashes/", "a.range"].filter((name) =>
    isPassedOver(`copy/${name}`),
  );
  expect(passed).toEqual(["._new", "x.tmp"]);
});

test("drive/R3 what was not read is named once, with why", async () => {
  const link = { path: PATHS[1]!, reason: "link", detail: "", target: "/away" } as const;
  const found = await compare({ ...driveOf([PATHS[0]!]), leftOut: [link] });
  expect(found).toEqual({
    equal: 1,
    differences: [{ path: `${PATHS[1]} → /away`, what: "a link, not compared" }],
  });
});

test("drive/R4 what cannot be read, or changed meanwhile, is named, and the rest compared", async () => {
  const [first, second] = PATHS;
  expect(await compare(driveOf(PATHS), { unreadable: first! })).toEqual({
    equal: 1,
    differences: [{ path: first, what: "cannot be read" }],
  });
  expect(await compare(driveOf(PATHS), { changed: second! })).toEqual({
    equal: 1,
    differences: [{ path: second, what: "changed while it was read" }],
  });
});

test("drive/R5 a folder of another name is compared with the receipt's only one", async () => {
  const renamed = driveOf(["copy/a.range", "copy/below/b.laz"], "copy");
  const hasher = { ...hasherOf(), hash: async () => `of ${BASE}` };
  const receipt = RECEIPT.map((file) => ({ ...file, xxh128: [`of ${BASE}`] }));
  const options = { hasher, signal, onProgress: () => {} };
  expect(await compareReceipt(renamed, receipt, options)).toEqual({ equal: 2, differences: [] });
});

test("a comparison that is stopped finds nothing", async () => {
  const options = { hasher: hasherOf(), signal: AbortSignal.abort(), onProgress: () => {} };
  expect(await compareReceipt(driveOf(PATHS), RECEIPT, options)).toBeUndefined();
});
