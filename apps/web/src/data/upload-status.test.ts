import type { UploadStatus } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { STATUS_LOOK, mostUrgent, statusLabel, statusStyle } from "./upload-status.ts";

test("failed, cancelled and stalled are red", () => {
  const red = Object.entries(STATUS_LOOK).filter(([, { tone }]) => tone === "bad");
  expect(red.map(([status]) => status)).toEqual(
    Object.keys(STATUS_LOOK).filter((status) => /FAILED|CANCELLED|STALLED/.test(status)),
  );
});

test.each([
  ["UPLOADING", "upload", "busy"],
  ["UPLOAD_PAUSED", "paused", "busy"],
  ["UPLOAD_QUEUED", "queued", "busy"],
  ["DATA_READY", "ready", "good"],
  ["ARCHIVED", "archived", "muted"],
] as const)("%s is drawn as %s in %s", (status, glyph, tone) => {
  expect(statusStyle(status)).toEqual({ glyph, tone });
});

test("a status of a newer server is shown as it came", () => {
  const newer = "UPLOAD_MOVED" as UploadStatus;
  expect(statusLabel(newer)).toBe("UPLOAD_MOVED");
  expect(statusStyle(newer).tone).toBe("muted");
  expect(statusLabel("READY_FOR_UPLOAD")).toBe("Ready for Upload");
});

test("of several statuses the one that asks most for a look is shown", () => {
  expect(mostUrgent(["DATA_READY", "UPLOADING", "UPLOAD_FAILED"])).toBe("UPLOAD_FAILED");
  expect(mostUrgent(["ARCHIVED", "DATA_READY", "READY_FOR_UPLOAD"])).toBe("READY_FOR_UPLOAD");
});
