import type { UploadStatus } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import { moved, mover, REASON, refusal, to, uploadAt } from "../testing/move-requests.ts";
import type { MoveRequest } from "./move-rules.ts";

const NO_REASON = {
  code: "INVALID_REQUEST",
  message: "reason: says why another's upload is changed",
  details: { field: "reason" },
};

describe("uploads/M9 what a leader does to another's upload", () => {
  const leader = mover({ subject: "leader", mayReset: true });
  const asked = (from: UploadStatus, request: MoveRequest) =>
    refusal(() => moved(uploadAt(from), request, leader));
  const held = { holder: "page-one-00000001" };

  test.each(["UPLOADING", "UPLOAD_PAUSED", "UPLOAD_STALLED", "UPLOAD_INTEGRITY_CHECK"] as const)(
    "a cancel in %s passes its page and its browser, with a reason",
    (status) => {
      const cancel = to("UPLOAD_CANCELLED", { fingerprint: "leaders-browser", ...REASON });
      expect(moved(uploadAt(status, held), cancel, leader)).toMatchObject({ ofAnother: true });
      const update = uploadAt(status, { ...held, is_update: true });
      expect(moved(update, to("UPDATE_CANCELLED", REASON), leader)).toMatchObject({
        ofAnother: true,
      });
      const other = mover({ subject: "other" });
      expect(refusal(() => moved(uploadAt(status), cancel, other)).code).toBe("NOT_UPLOAD_OWNER");
    },
  );

  test("a reset, a cancel and an update without a reason are refused", () => {
    expect(asked("UPLOADING", to("READY_FOR_UPLOAD"))).toMatchObject(NO_REASON);
    expect(asked("UPLOADING", to("UPLOAD_CANCELLED"))).toMatchObject(NO_REASON);
    expect(asked("DATA_READY", to("VALIDATING_SOURCE", { isUpdate: true }))).toMatchObject(
      NO_REASON,
    );
  });

  test("one's own needs none, nor does what nobody has begun", () => {
    const own = mover({ mayReset: true });
    expect(moved(uploadAt("UPLOADING"), to("READY_FOR_UPLOAD"), own)).toMatchObject({
      ofAnother: false,
    });
    expect(moved(uploadAt("READY_FOR_UPLOAD"), to("VALIDATING_SOURCE"), leader)).toMatchObject({
      ofAnother: false,
    });
  });

  test("nothing else of another's is theirs to move", () => {
    const pause = to("UPLOAD_PAUSED", REASON);
    expect(refusal(() => moved(uploadAt("UPLOADING"), pause, leader)).code).toBe(
      "NOT_UPLOAD_OWNER",
    );
  });
});
