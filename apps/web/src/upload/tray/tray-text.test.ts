import { expect, test } from "vitest";
import { fakeUploader } from "../testing/fake-uploader.ts";
import { trayText } from "./upload-tray.tsx";

const snapshot = fakeUploader("UPLOADING").getSnapshot();
const progress = {
  ...snapshot.progress,
  totalBytes: 1_000,
  percent: 41.25,
  bytesPerSecond: 2 * 1024 ** 2,
};
const sending = { ...snapshot, progress, settled: false };

test("what sends shows how far, how fast and how long", () => {
  expect(trayText(sending)).toBe("41.25%, 2.00 MB/s");
  const timeLeft = { leastSeconds: 720, mostSeconds: 1_080 };
  expect(trayText({ ...sending, progress: { ...progress, timeLeft } })).toBe(
    "41.25%, 2.00 MB/s, 12–18 min left",
  );
});

test("what does not send shows how far alone, and nothing before its plan", () => {
  expect(trayText({ ...sending, status: "UPLOAD_PAUSED", settled: true })).toBe("41.25%");
  expect(trayText({ ...snapshot, settled: false })).toBe("");
});

test("what is queued shows its turn; what is not answered says so first", () => {
  const queued = { ...sending, status: "UPLOAD_QUEUED", queue: { index: 2, depth: 3 } } as const;
  expect(trayText(queued)).toBe("2 jobs ahead");
  expect(trayText({ ...queued, unansweredSince: 5 })).toBe("No answer from the server");
});
