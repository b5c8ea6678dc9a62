import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DifferenceRow, StoredFile, UpdateDifference } from "@swath/contract/uploads";
import type { Selection } from "@swath/upload-engine";
import { diskFile, nodeHasher } from "@swath/upload-engine/node";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT } from "../exit-codes.ts";
import { previewUpdate, printedDifference } from "./preview-update.ts";

const place = mkdtempSync(join(tmpdir(), "swath-preview-"));
afterAll(() => rmSync(place, { recursive: true }));

let selection: Selection;
let stored: StoredFile[];
beforeAll(async () => {
  const files = await Promise.all(["equal", "other", "added"].map(written));
  selection = { baseFolder: "F", files };
  const [equal, other] = await Promise.all(files.slice(0, 2).map(storedOf));
  stored = [equal!, { ...other!, xxh128: ["0".repeat(32)] }];
});

async function written(name: string): Promise<Selection["files"][number]> {
  writeFileSync(join(place, name), name);
  const file = await diskFile(join(place, name), `F/${name}`);
  const modified = Math.trunc(file.modified);
  const { statusChanged } = file;
  const entry = {
    fileName: name,
    fullPath: file.path,
    originalSize: file.size,
    modified,
    statusChanged,
  };
  return { file, entry: { ...entry, zipped: false, destination: "LiDAR" } };
}

/** As it stands after it was sent from another drive, at another time. */
async function storedOf({ file }: Selection["files"][number]): Promise<StoredFile> {
  const hash = await nodeHasher.hash(file, { offset: 0, length: file.size });
  const standing = {
    bucket: "b",
    key: file.path,
    stored: "2026-11-23T10:00:00.000Z",
    read: null,
    fault: null,
  };
  const xxh128 = typeof hash === "string" ? [hash] : [];
  return { path: file.path, bytes: file.size, xxh128, modified: 1, places: [standing] };
}

/** What is sent of the selection, and what a terminal shows of it that answers so. */
async function preview(
  words: { readonly compare?: boolean; readonly all?: boolean },
  { yes = true, answer }: { readonly yes?: boolean; readonly answer?: boolean } = {},
) {
  const said: string[] = [];
  const sent = await previewUpdate(
    selection,
    { compare: false, all: false, ...words },
    {
      api: { call: async () => ({ files: stored }) } as unknown as ApiCalls,
      params: { flightId: "FL000123", uploadId: "0".repeat(24) },
      yes,
      companions: ["*.tmp"],
      terminal: {
        isInteractive: answer !== undefined,
        say: (text) => void said.push(text),
        show: () => {},
        confirm: async (question) => {
          said.push(question);
          return answer === true;
        },
      },
    },
  );
  return { paths: sent?.files.map(({ file }) => file.path), text: said.join("\n") };
}

test("without a comparison files of the same size are sent, and said not to be compared", async () => {
  const { paths, text } = await preview({});
  expect(paths).toEqual(["F/equal", "F/other", "F/added"]);
  expect(text).toContain("Same size, not compared: 2 files, 10 B");
});

test("compared files of equal content are left out, unless all are to be sent", async () => {
  const { paths, text } = await preview({ compare: true });
  expect(paths).toEqual(["F/other", "F/added"]);
  expect(text).toContain("Unchanged: 1 file, 5 B");
  expect((await preview({ compare: true, all: true })).paths).toHaveLength(3);
});

test("a person is asked before a byte leaves, and may refuse", async () => {
  const { text } = await preview({}, { yes: false, answer: true });
  expect(text).toContain("Send 3 files?");
  const refused = expect.objectContaining({ exit: EXIT.blocked });
  await expect(preview({}, { yes: false, answer: false })).rejects.toEqual(refused);
  await expect(preview({}, { yes: false })).rejects.toEqual(refused);
});

/** As it stands after it was sent from this drive, and its status changed since. */
const touchedSince = (file: StoredFile, index: number): StoredFile => ({
  ...file,
  modified: selection.files[index]!.entry.modified ?? null,
  statusChanged: "7",
});

test("a file of the stored time whose status has another one is compared by content unasked", async () => {
  const before = stored;
  stored = stored.map(touchedSince);
  try {
    const { paths, text } = await preview({});
    expect(paths).toEqual(["F/other", "F/added"]);
    expect(text).toContain(
      "2 files have the size and time of what is stored and another time of status",
    );
    expect(text).toContain(
      "Compared by name, size, time of change, and time of status change (ctime)",
    );
  } finally {
    stored = before;
  }
});

const none = { files: 0, bytes: 0 };
const difference = (rows: readonly DifferenceRow[]): UpdateDifference => ({
  rows,
  sums: { new: { files: 1, bytes: 5 }, changed: none, sameSize: none, unchanged: none },
  untouched: { files: 2, bytes: 2048 },
});

test("an update's changes are printed with their sums, new and replaced files by name and size", () => {
  const text = printedDifference(
    difference([
      { path: "F/a", change: "new", size: 5, storedSize: undefined },
      { path: "F/b", change: "changed", size: 2048, storedSize: 1024 },
      { path: "F/c", change: "unchanged", size: 7, storedSize: 7 },
    ]),
  );
  expect(text.split("\n")).toEqual([
    "What this update changes:",
    "  New: 1 file, 5 B",
    "  Replaces: none",
    "  Same size, not compared: none",
    "  Unchanged: none",
    "  Not in this folder, stays: 2 files, 2.00 KB",
    "  New: F/a (5 B)",
    "  Replaces: F/b (1.00 KB -> 2.00 KB)",
  ]);
});

test("of many files the first are named, and the rest counted", () => {
  const rows = Array.from({ length: 25 }, (_, i) => ({
    path: `F/${i}`,
    change: "new" as const,
    size: 5,
    storedSize: undefined,
  }));
  const lines = printedDifference(difference(rows)).split("\n");
  expect(lines).toHaveLength(6 + 20 + 1);
  expect(lines.at(-1)).toBe("  and 5 more");
});
