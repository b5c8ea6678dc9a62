import { expect, test } from "vitest";
import { changeFault } from "./walk-history.ts";

const cancelled = { action: "upload.moved", from: "UPLOADING", to: "UPLOAD_CANCELLED" } as const;

test("W1 a cancel is allowed where a person said so, and found where nobody did", () => {
  expect(changeFault(cancelled, "UPLOADING", new Set(["cancelUpload"]))).toBeUndefined();
  expect(changeFault(cancelled, "UPLOADING", new Set(["pause"]))).toMatch("nobody said so");
});

test("W1 a change that skips a status, or is in no row of the table, is found", () => {
  expect(changeFault(cancelled, "UPLOAD_PAUSED", new Set(["cancelUpload"]))).toMatch(
    "the upload was UPLOAD_PAUSED",
  );
  const skipped = { action: "upload.moved", from: "UPLOADING", to: "DATA_READY" } as const;
  expect(changeFault(skipped, "UPLOADING", new Set())).toMatch("nobody said so");
});

test("W1 a page resumes by itself what stalled, but not what was paused", () => {
  const to = "CHECKING_CONCURRENT_UPLOAD";
  const from = (status: "UPLOAD_STALLED" | "UPLOAD_PAUSED") =>
    changeFault({ action: "upload.moved", from: status, to }, status, new Set());
  expect(from("UPLOAD_STALLED")).toBeUndefined();
  expect(from("UPLOAD_PAUSED")).toMatch("nobody said so");
});
