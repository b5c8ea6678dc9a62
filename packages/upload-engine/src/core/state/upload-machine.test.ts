import { UPLOAD_STATUSES, type UploadEvent } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import { advance, leavingEvent, stepsOf } from "./upload-machine.ts";

describe("the status of an upload", () => {
  test("machine/M1 follows the table", () => {
    expect(advance("UPLOADING", "pause")).toEqual({ status: "UPLOAD_PAUSED", moved: true });
  });

  test("machine/M2 stays where the event is unknown or not for that status", () => {
    expect(advance("DATA_READY", "pause")).toEqual({ status: "DATA_READY", moved: false });
    const unknown = "somethingElse" as UploadEvent;
    for (const status of UPLOAD_STATUSES)
      expect(advance(status, unknown)).toEqual({ status, moved: false });
  });

  test("machine/M3 on leaving goes where it can be resumed from", () => {
    const rests = UPLOAD_STATUSES.flatMap((status) => {
      const event = leavingEvent(status);
      return event === undefined ? [] : [[status, advance(status, event).status]];
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
