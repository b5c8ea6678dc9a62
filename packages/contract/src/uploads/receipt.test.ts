import { expect, test } from "vitest";
import { type ReceiptHead, receiptFileSchema, receiptLine, signedText } from "./receipt.ts";

const place = { bucket: "lidar", key: "FL000123/LiDAR/a/b", stored: "2026-11-23T10:00:00.000Z" };
const file = { path: "a/b", bytes: 3, xxh128: ["0".repeat(32)], places: [place] };
const LINE = `{"path":"a/b","bytes":3,"xxh128":["${"0".repeat(32)}"],"places":[{"bucket":"lidar","key":"FL000123/LiDAR/a/b","stored":"2026-11-23T10:00:00.000Z"}]}\n`;

test("a file has one line, however its members were ordered", () => {
  const { bucket, key, stored } = place;
  const { path, bytes, xxh128 } = file;
  expect(receiptLine(file)).toBe(LINE);
  expect(receiptLine({ places: [{ stored, key, bucket }], xxh128, bytes, path })).toBe(LINE);
});

test("the signed text names its purpose, and every member of the head changes it", () => {
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
