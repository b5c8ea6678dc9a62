import { describe, expect, test } from "vitest";
import {
  UPLOAD_STATUS,
  UPLOAD_STATES,
  UPLOAD_STATUSES,
  VIA_STATUSES,
  viaStatus,
} from "./upload-status.ts";

describe("the table of transitions", () => {
  test("has one row for a status and an event", () => {
    const keys = UPLOAD_STATES.transitions.map(({ from, event }) => `${from} ${event}`);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  test("leads from ready to data ready", () => {
    const events = [
      "folderSelected",
      "validationSucceeded",
      "metadataSucceeded",
      "concurrentUploadDetected",
      "concurrentUploadNotDetected",
      "allTasksSucceeded",
      "integrityCheckRetry",
      "allTasksSucceeded",
      "integrityCheckSucceeded",
      "waitForBackendValidation",
      "backendRebuildSucceeded",
    ] as const;
    let status: (typeof UPLOAD_STATUSES)[number] = "READY_FOR_UPLOAD";
    for (const event of events) status = UPLOAD_STATES.nextStatus(status, event)!;
    expect(status).toBe("DATA_READY");
  });

  test("lets every status but the ends be left, and every one but the browser's first be reached", () => {
    const left = UPLOAD_STATUSES.filter(
      (s) => !UPLOAD_STATES.transitions.some(({ from }) => from === s),
    );
    const reached = UPLOAD_STATUSES.filter(
      (s) => !UPLOAD_STATES.transitions.some(({ to }) => to === s),
    );
    expect(left).toEqual(["LEGACY_SYSTEM", "ARCHIVED"]);
    expect(reached).toEqual(["UPLOAD_INIT", "LEGACY_SYSTEM"]);
  });

  test("stalls or fails every active upload whose lease is lost", () => {
    for (const status of UPLOAD_STATUSES.filter((s) => UPLOAD_STATUS[s].active))
      expect(UPLOAD_STATES.nextStatus(status, "leaseLost")).toMatch(
        /^(UPLOAD_STALLED|VALIDATING_SOURCE_FAILED)$/,
      );
  });

  test("gives every failed status a way out for its owner: to choose again, or to cancel", () => {
    const failed = UPLOAD_STATUSES.filter((status) => status.endsWith("_FAILED"));
    for (const status of failed) {
      const again = (["folderSelected", "filesSelected", "cancelUpload"] as const).map((event) =>
        UPLOAD_STATES.nextStatus(status, event),
      );
      expect(again.some((next) => next !== undefined)).toBe(true);
      expect(UPLOAD_STATES.nextStatus(status, "cancelUpdate")).toBe("UPDATE_CANCELLED");
    }
    const cancelled = failed.filter((status) => UPLOAD_STATES.nextStatus(status, "cancelUpload"));
    expect(cancelled).toEqual([
      "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
      "UPLOAD_FAILED",
      "VALIDATING_UPLOAD_FAILED",
    ]);
  });

  test("keeps data ready and its validation to the server", () => {
    expect(
      UPLOAD_STATES.canMove("VALIDATING_UPLOAD", "DATA_READY", new Set(["client", "leader"])),
    ).toBe(false);
    expect(UPLOAD_STATES.canMove("VALIDATING_UPLOAD", "DATA_READY", new Set(["server"]))).toBe(
      true,
    );
  });
});

test("a sender passes some statuses in one call, and no other", () => {
  expect(VIA_STATUSES.map(viaStatus)).toEqual(VIA_STATUSES);
  expect(() => viaStatus("UPLOADING")).toThrow(
    new RangeError("UPLOADING is not passed in one call"),
  );
});
