import { expect, test } from "vitest";
import { isUnowned, resetDiscards, UPLOAD_STATUSES } from "./upload-status.ts";

test("anyone begins an upload of which nothing is kept, and nobody another's failed one or update", () => {
  const unowned = UPLOAD_STATUSES.filter((status) => isUnowned({ status, isUpdate: false }));
  expect(unowned).toEqual([
    "UPLOAD_INIT",
    "READY_FOR_UPLOAD",
    "VALIDATING_SOURCE_FAILED",
    "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
    "UPLOAD_CANCELLED",
  ]);
  for (const status of UPLOAD_STATUSES) expect(isUnowned({ status, isUpdate: true })).toBe(false);
});

test("a reset discards what failed its validation, and updates", () => {
  const discarded = UPLOAD_STATUSES.filter((status) => resetDiscards({ status, isUpdate: false }));
  expect(discarded).toEqual(["VALIDATING_UPLOAD_FAILED"]);
  expect(resetDiscards({ status: "UPLOADING", isUpdate: true })).toBe(true);
});
