import { describe, expect, test } from "vitest";
import { faultText } from "./fault-text.ts";

const AT = "2026-11-21T09:54:32.000Z";
const SINCE = "It failed at 2026-11-21 09:54:32 UTC; Casey Crew sent it.";
type Facts = Parameters<typeof faultText>[0];

function fault(
  status: Facts["snapshot"]["status"],
  error?: Facts["snapshot"]["error"],
  change: Partial<Facts["server"]> & { canSelect?: boolean } = {},
) {
  const { canSelect = true, ...server } = change;
  const before = { status, updated: AT, user: "Casey Crew", isOwn: true, reason: null };
  return faultText({ snapshot: { status, error }, server: { ...before, ...server }, canSelect });
}

test("an inconsistent folder is reported in the words of the specification", () => {
  expect(fault("GENERATING_METADATA_N_CHECK_PROGRESS_FAILED")).toEqual({
    text: "File inconsistency detected. Please select the original folder.",
    detail: undefined,
    since: SINCE,
  });
});

test("the reason that the server keeps stands below the text of the status", () => {
  const status = "GENERATING_METADATA_N_UPLOAD_TASK_FAILED";
  expect(fault(status, undefined, { reason: "The store is full" })).toEqual({
    text: "Failed to upload metadata. Please try again...",
    detail: "The store is full",
    since: SINCE,
  });
});

test("an error of this page comes before the reason that the server keeps", () => {
  const status = "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED";
  const error = { code: "X", message: "The server refused", detail: "because" };
  expect(fault(status, error, { reason: "older" })).toEqual({
    text: "The server refused",
    detail: "because",
    since: SINCE,
  });
  expect(fault(status, error, { status: "UPLOAD_PAUSED" })).not.toHaveProperty("since");
});

test("an error is shown at any other status too, and nothing without one", () => {
  const error = { code: "X", message: "A file cannot be read" };
  expect(fault("UPLOAD_PAUSED", error)?.text).toBe("A file cannot be read");
  expect(fault("UPLOADING", undefined, { reason: "a reason of before" })).toBeUndefined();
});

test("only who may pick a folder is asked for one", () => {
  expect(fault("UPLOAD_FAILED")?.text).toBe(
    "The upload failed. Please select the folder again; only what is missing is sent.",
  );
  const other = { canSelect: false, isOwn: false, user: "Robin Reyes" };
  expect(fault("UPLOAD_FAILED", undefined, other)?.text).toBe("The upload failed.");
  expect(fault("VALIDATING_SOURCE_FAILED", undefined, other)?.text).toBe(
    "Validating the folder failed.",
  );
  const inconsistent = fault("GENERATING_METADATA_N_CHECK_PROGRESS_FAILED", undefined, other);
  expect(inconsistent?.text).toBe("File inconsistency detected.");
});

describe("a page whose upload was taken from it", () => {
  const notActive = { code: "UPLOAD_NOT_ACTIVE", message: "this upload is not active" };
  const leader = { isOwn: false, user: "Lee Leader" };

  test("says who reset it and when, and what to do", () => {
    expect(fault("READY_FOR_UPLOAD", notActive, leader)).toEqual({
      text: "This upload was reset by Lee Leader, 2026-11-21 09:54:32 UTC.",
      detail: "Sending was stopped here. Select the folder again to upload it.",
    });
    expect(fault("READY_FOR_UPLOAD", notActive)?.text).toMatch(/reset by you, /);
  });

  test("says why a leader did it, also where the page is opened later", () => {
    const why = { ...leader, reason: "Lee Leader: another drive" };
    expect(fault("READY_FOR_UPLOAD", notActive, why)?.detail).toBe(
      "“Lee Leader: another drive” Sending was stopped here. Select the folder again to upload it.",
    );
    expect(fault("READY_FOR_UPLOAD", undefined, why)).toEqual({
      text: "This upload was reset.",
      detail: why.reason,
    });
    expect(fault("READY_FOR_UPLOAD", undefined, leader)).toBeUndefined();
    const cancelled = { ...why, status: "UPDATE_CANCELLED" } as const;
    expect(fault("UPDATE_CANCELLED", undefined, cancelled)?.text).toMatch(/data of before/);
  });

  test("names nobody before the server has said who it was", () => {
    const before = { status: "UPLOADING", user: "Casey Crew" } as const;
    expect(fault("READY_FOR_UPLOAD", notActive, before)?.text).toBe("This upload was reset.");
    expect(fault("UPLOADING", notActive, { ...leader, status: "READY_FOR_UPLOAD" })?.text).toBe(
      "This upload continues elsewhere.",
    );
  });

  test("says who carries it on, or how it ended", () => {
    expect(fault("UPLOADING", notActive, leader)?.text).toBe(
      "This upload continues with Lee Leader.",
    );
    expect(fault("UPLOADING", notActive)?.text).toMatch(/in another of your tabs or browsers/);
    expect(fault("UPLOAD_PAUSED", notActive)?.text).toBe(
      "This upload was ended elsewhere by you, 2026-11-21 09:54:32 UTC: Upload Paused.",
    );
  });
});

test("an upload that was taken over says by whom, and that it may be resumed here", () => {
  const held = { code: "UPLOAD_HELD_ELSEWHERE", message: "held" };
  expect(fault("UPLOAD_STALLED", held)).toEqual({
    text: "This upload was taken over on another page by you, 2026-11-21 09:54:32 UTC.",
    detail: "Sending was stopped here. Resume sends from here again.",
  });
});

test("data that became ready elsewhere is no fault", () => {
  const held = { code: "UPLOAD_HELD_ELSEWHERE", message: "held" };
  expect(fault("DATA_READY", held)).toBeUndefined();
});
