import { expect, test } from "vitest";
import { goesOnText } from "./upload-title.ts";

const told = (
  status: Parameters<typeof goesOnText>[0]["status"],
  hasFiles = true,
  percent = 43.99,
) => goesOnText({ status, hasFiles, progress: { percent } as never });

test.each([
  ["UPLOADING", true, "43 %"],
  ["UPLOAD_PAUSED", true, "Paused at 43 %"],
  ["UPLOADING", false, "Uploading"],
  ["UPLOAD_STALLED", false, "Upload Stalled"],
  ["UPLOAD_FAILED", false, "Upload Failed"],
  ["UPLOAD_QUEUED", true, "Upload Queued"],
  ["VALIDATING_UPLOAD", true, "Validating Upload"],
] as const)("the tab of an upload in %s, with its files %s, says %s", (status, hasFiles, text) => {
  expect(told(status, hasFiles)).toBe(text);
});

test.each(["READY_FOR_UPLOAD", "DATA_READY", "UPLOAD_CANCELLED", "ARCHIVED"] as const)(
  "the tab of an upload in %s says what it always does",
  (status) => {
    expect(told(status)).toBeUndefined();
  },
);
