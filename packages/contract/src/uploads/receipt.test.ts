import { expect, test } from "vitest";
import {
  earliest,
  isOfVersion,
  type ReceiptHead,
  receiptFileSchema,
  receiptLine,
  receiptName,
  signedText,
} from "./receipt.ts";

const place = { bucket: "lidar", key: "FL000123/LiDAR/a/b", stored: "2026-11-23T10:00:00.000Z" };
const file = { path: "a/b", bytes: 3, xxh128: ["0".repeat(32)], places: [place] };
const LINE = `{"path":"a/b","bytes":3,"xxh128":["${"0".repeat(32)}"],"places":[{"bucket":"lidar","key":"FL000123/LiDAR/a/b","stored":"2026-11-23T10:00:00.000Z"}]}\n`;

test("a file has one line, however its members were ordered", () => {
  const { bucket, key, stored } = place;
  const { path, bytes, xxh128 } = file;
  expect(receiptLine(file)).toBe(LINE);
  expect(receiptLine({ places: [{ stored, key, bucket }], xxh128, bytes, path })).toBe(LINE);
});

const head: ReceiptHead = {
  version: 1,
  flightId: "FL000123",
  uploadId: "0".repeat(24),
  uploadType: "LiDAR",
  sensorName: "Galaxy",
  ready: place.stored,
  readyBy: null,
  made: place.stored,
  madeBy: "Casey Crew",
  files: 1,
  bytes: 3,
  sha256: "0".repeat(64),
  kid: "k".repeat(43),
};

test("the signed text names its purpose, and every member of the head changes it", () => {
  const text = signedText(head);
  expect(text.startsWith('swath receipt\n{"version":1,')).toBe(true);
  expect(signedText(Object.fromEntries(Object.entries(head).toReversed()) as ReceiptHead)).toBe(
    text,
  );
  for (const member of Object.keys(head))
    expect(signedText({ ...head, [member]: "other" }), member).not.toBe(text);
});

test.each(["../a", "/a", "a/../../b", "C:/a", "a\\b", "a\nb"])(
  "a receipt with the path %j is none",
  (path) => {
    expect(receiptFileSchema.safeParse({ ...file, path }).success).toBe(false);
  },
);

const SOONER = "2026-11-23T09:00:00.000Z";
const LATER = "2026-11-23T11:00:00.000Z";

test.each([
  [1, [undefined, undefined], true],
  [1, [undefined, SOONER], false],
  [1, [null], false],
  [2, [SOONER, null], true],
  [2, [SOONER, undefined], false],
  [2, [undefined], false],
] as const)("of version %d places that were read at %j are: %s", (version, reads, isIt) => {
  const places = reads.map((read) => ({ ...place, ...(read === undefined ? {} : { read }) }));
  expect(isOfVersion({ ...file, places }, { ...head, version })).toBe(isIt);
});

test.each([
  [[], null],
  [[LATER], LATER],
  [[LATER, SOONER], SOONER],
  [[SOONER, LATER], SOONER],
  [[SOONER, null], null],
  [[null, SOONER], null],
  [[SOONER, undefined, LATER], null],
  [[undefined], null],
])("the earliest of %j is %s", (times, first) => {
  expect(earliest(times)).toBe(first);
});

test("a receipt is saved by its flight and upload", () => {
  expect(receiptName(head)).toBe(`FL000123_${"0".repeat(24)}_receipt.json`);
});
