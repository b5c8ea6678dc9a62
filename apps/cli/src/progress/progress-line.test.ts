import { expect, test } from "vitest";
import { formatSeconds, progressLine } from "./progress-line.ts";

const progress = {
  bytesPerSecond: 1_048_576,
  handedOverBytes: 0,
  completedBytes: 104_857_600,
  totalBytes: 209_715_200,
  sentBytes: 0,
  completedFiles: 3,
  totalFiles: 8,
  percent: 50.9,
};

test("while it sends a line tells share, bytes, speed, time left and files", () => {
  expect(progressLine({ status: "UPLOADING", progress })).toBe(
    "Uploading 50 % | 100.00 MB of 200.00 MB | 1.00 MB/s | about 1:40 left | 3 of 8 files",
  );
});

test("while nothing moves no time is told", () => {
  const still = { ...progress, bytesPerSecond: 0 };
  expect(progressLine({ status: "UPLOADING", progress: still })).not.toContain("left");
});

test("in the queue it tells how many are ahead, elsewhere the status alone", () => {
  const queue = { index: 2, depth: 4 };
  expect(progressLine({ status: "UPLOAD_QUEUED", progress, queue })).toBe("Upload Queued: 2 ahead");
  expect(progressLine({ status: "VALIDATING_UPLOAD", progress })).toBe("Validating Upload");
});

test("while the server rebuilds it tells how far that has come", () => {
  const rebuild = {
    totalBytes: 3 * 1024 ** 2,
    verifiedBytes: 2 * 1024 ** 2,
    rebuiltBytes: 1024 ** 2,
  };
  expect(progressLine({ status: "VALIDATING_UPLOAD", progress, rebuild })).toBe(
    "Validating Upload | 2.00 MB of 3.00 MB verified | 1.00 MB of 3.00 MB rebuilt",
  );
});

test.each([
  [0.2, "0:01"],
  [59, "0:59"],
  [61, "1:01"],
  [3_600, "1:00:00"],
  [36_061, "10:01:01"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});
