import { expect, test } from "vitest";
import { isAnothers, isUnowned, resetDiscards, UPLOAD_STATUSES } from "./upload-status.ts";

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

test.each([
  ["begun by another", "UPLOADING", false, "other", true],
  ["begun by oneself", "UPLOADING", false, "me", false],
  ["that nobody has begun", "UPLOADING", false, null, false],
  ["that anyone may begin again", "UPLOAD_CANCELLED", false, "other", false],
  ["that updates another's data", "UPLOAD_CANCELLED", true, "other", true],
  ["that updates one's own", "UPLOAD_CANCELLED", true, "me", false],
] as const)("an upload %s is another's to move, or is not", (_, status, isUpdate, subject, is) => {
  expect(isAnothers({ status, isUpdate, subject }, "me")).toBe(is);
});
