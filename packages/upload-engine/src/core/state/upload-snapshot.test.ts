import { UPLOAD_STATUSES } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import { restOf, stepsOf } from "./upload-snapshot.ts";

describe("the status of an upload", () => {
  test("run/M1 on leaving goes where it can be resumed from", () => {
    const rests = UPLOAD_STATUSES.flatMap((status) => {
      const rest = restOf(status);
      return rest === undefined ? [] : [[status, rest]];
    });
    expect(Object.fromEntries(rests)).toEqual({
      CHECKING_CONCURRENT_UPLOAD: "UPLOAD_PAUSED",
      UPLOAD_QUEUED: "UPLOAD_PAUSED",
      UPLOADING: "UPLOAD_PAUSED",
      UPLOAD_INTEGRITY_CHECK: "UPLOAD_STALLED",
    });
  });
});

describe("the steps", () => {
  test("before the current one are completed, after it wait", () => {
    expect(stepsOf("UPLOADING").map(({ state }) => state)).toEqual([
      "completed",
      "completed",
      "completed",
      "completed",
      "inProgress",
      "waiting",
      "waiting",
    ]);
  });

  test("show where it failed or was paused", () => {
    expect(stepsOf("VALIDATING_SOURCE_FAILED")[0]!.state).toBe("failed");
    expect(stepsOf("UPLOAD_PAUSED")[4]!.state).toBe("paused");
    expect(stepsOf("VALIDATING_UPLOAD_FAILED")[6]!.state).toBe("failed");
  });

  test("all wait before the start, and all are completed at the end", () => {
    expect(stepsOf("READY_FOR_UPLOAD").every(({ state }) => state === "waiting")).toBe(true);
    expect(stepsOf("DATA_READY").every(({ state }) => state === "completed")).toBe(true);
  });
});
