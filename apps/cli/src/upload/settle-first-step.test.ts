import { UPLOAD_STATUSES, type UploadStatus } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { firstStep } from "./settle-first-step.ts";

const facts = (status: UploadStatus, isOwn = true) => ({
  status,
  isOwn,
  user: "Casey Crew",
  reason: null,
  ready: null,
});

const READY_AT = { at: "2026-01-01T00:00:00.000Z", user: null };

const step = (status: UploadStatus, isOwn = true) =>
  firstStep({ ...facts(status, isOwn), ready: READY_AT }, true).kind;

test("U7 an update begins on one's own data that is ready, and goes on where it was interrupted", () => {
  expect(step("DATA_READY")).toBe("start");
  expect(step("UPDATE_CANCELLED")).toBe("start");
  expect(step("UPLOAD_PAUSED")).toBe("resume");
  expect(step("UPLOADING")).toBe("awaitLease");
  expect(step("DATA_READY", false)).toBe("notSent");
});

test("U7 there is no update of data that was never ready", () => {
  expect(firstStep(facts("READY_FOR_UPLOAD"), true).kind).toBe("notSent");
});

test("U1 data that is ready is not touched without an update, nor an update of it gone on with", () => {
  for (const status of UPLOAD_STATUSES)
    expect(firstStep({ ...facts(status), ready: READY_AT }, false).kind).toBe("notSent");
  expect(firstStep(facts("DATA_READY"), false).kind).toBe("notSent");
});

test("U2 what the server validates is waited for, also where another person sent it", () => {
  for (const isOwn of [true, false])
    for (const status of ["UPLOAD_COMPLETE", "VALIDATING_UPLOAD"] as const)
      expect(firstStep(facts(status, isOwn), false)).toEqual({ kind: "awaitValidation" });
});

test("U3 what someone else has begun is theirs", () => {
  for (const status of ["UPLOADING", "UPLOAD_PAUSED", "UPLOAD_STALLED", "UPLOAD_FAILED"] as const)
    expect(firstStep(facts(status, false), false)).toEqual({
      kind: "notSent",
      reason: expect.stringContaining("Casey Crew's"),
    });
});

test("U4 one's own that is being sent is waited for", () => {
  expect(firstStep(facts("UPLOADING"), false)).toEqual({ kind: "awaitLease" });
  expect(firstStep(facts("VALIDATING_SOURCE"), false)).toEqual({ kind: "awaitLease" });
});

test.each(["UPLOAD_PAUSED", "UPLOAD_STALLED"] as const)(
  "U5 one's own that is %s is resumed",
  (status) => {
    expect(firstStep(facts(status), false)).toEqual({ kind: "resume" });
  },
);

test.each(["READY_FOR_UPLOAD", "UPLOAD_CANCELLED", "UPLOAD_FAILED"] as const)(
  "U6 one that is %s is started",
  (status) => {
    expect(firstStep(facts(status), false)).toEqual({ kind: "start" });
  },
);

test("U6 what cannot be started says the server's reason", () => {
  const failed = { ...facts("VALIDATING_UPLOAD_FAILED"), reason: "2 files differ." };
  expect(firstStep(failed, false)).toEqual({
    kind: "notSent",
    reason: "The upload is Validating Upload Failed: 2 files differ.",
  });
});
