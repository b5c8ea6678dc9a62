import { UPLOAD_STATES, UPLOAD_STATUSES, type UploadStatus } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import {
  FINGERPRINT,
  moved,
  mover,
  REASON,
  refusal,
  type RuledUpload,
  to,
  uploadAt,
} from "../testing/move-requests.ts";
import { checkLease, checkOwner, type MoveRequest, moverOf } from "./move-rules.ts";

const FREE: ReadonlySet<UploadStatus> = new Set<UploadStatus>([
  "UPLOAD_INIT",
  "READY_FOR_UPLOAD",
  "VALIDATING_SOURCE_FAILED",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  "UPLOAD_CANCELLED",
]);
const ACTIVE: ReadonlySet<UploadStatus> = new Set<UploadStatus>([
  "VALIDATING_SOURCE",
  "GENERATING_METADATA_N_UPLOAD_TASK",
  "GENERATING_METADATA_N_CHECK_PROGRESS",
  "CHECKING_CONCURRENT_UPLOAD",
  "UPLOAD_QUEUED",
  "UPLOADING",
  "UPLOAD_INTEGRITY_CHECK",
]);

describe("uploads/M1 a reset", () => {
  test("is a leader's, and ends the lease and the update", () => {
    const upload = uploadAt("UPLOADING", { is_update: true, subject: "crew" });
    expect(
      moved(upload, to("READY_FOR_UPLOAD", REASON), mover({ mayReset: true, subject: "leader" })),
    ).toMatchObject({
      from: "UPLOADING",
      to: "READY_FOR_UPLOAD",
      repeated: false,
      isUpdate: false,
      fingerprint: null,
    });
  });

  test("is refused to the owner for the privilege, to another person for the ownership", () => {
    const upload = uploadAt("UPLOADING");
    expect(refusal(() => moved(upload, to("READY_FOR_UPLOAD")))).toMatchObject({
      code: "INSUFFICIENT_PRIVILEGES",
      message: "a team leader or administrator resets uploads",
    });
    expect(
      refusal(() => moved(upload, to("READY_FOR_UPLOAD"), mover({ subject: "other" }))),
    ).toMatchObject({ code: "NOT_UPLOAD_OWNER" });
  });

  test("of another's upload has a reason", () => {
    const leader = mover({ mayReset: true, subject: "leader" });
    expect(
      refusal(() => moved(uploadAt("UPLOADING"), to("READY_FOR_UPLOAD"), leader)),
    ).toMatchObject({
      code: "INVALID_REQUEST",
      message: "reason: says why another's upload is changed",
      details: { field: "reason" },
    });
  });

  test("is refused where the table has none, even to a leader", () => {
    const refused = refusal(() =>
      moved(uploadAt("DATA_READY"), to("READY_FOR_UPLOAD"), mover({ mayReset: true })),
    );
    expect(refused).toMatchObject({
      code: "INVALID_TRANSITION",
      message: "an upload does not go from DATA_READY to READY_FOR_UPLOAD",
      details: { from: "DATA_READY", to: "READY_FOR_UPLOAD" },
    });
  });

  test("is none where an upload is made ready for the first time, or is ready already", () => {
    const ready = to("READY_FOR_UPLOAD", { fingerprint: undefined });
    expect(moved(uploadAt("UPLOAD_INIT"), ready)).toMatchObject({ repeated: false });
    expect(moved(uploadAt("READY_FOR_UPLOAD"), ready)).toMatchObject({ repeated: true });
  });
});

test("uploads/M1 a caller resets by the permission of its roles", () => {
  const from = { address: "192.0.2.1", client: "a browser" } as never;
  const by = (role: "leader" | "resubmit") =>
    moverOf({ identity: { subject: "me", name: "Me", roles: ["base", role] } as never, from });
  expect(by("leader")).toEqual({ subject: "me", name: "Me", mayReset: true, from });
  expect(by("resubmit").mayReset).toBe(false);
});

describe("uploads/M2 the owner of an upload", () => {
  test.each(UPLOAD_STATUSES)("at %s is asked for unless nothing is kept in it", (status) => {
    const check = (): void => checkOwner(uploadAt(status), "other");
    if (FREE.has(status)) expect(check).not.toThrow();
    else
      expect(refusal(check)).toMatchObject({
        code: "NOT_UPLOAD_OWNER",
        message: "this upload is another user's",
        details: { user: "Me" },
      });
  });

  test("is asked for in an update, which keeps data in every status", () => {
    for (const status of FREE)
      expect(() => checkOwner(uploadAt(status, { is_update: true }), "other")).toThrow();
  });

  test("may move it, and anyone an upload without an owner", () => {
    expect(() => checkOwner(uploadAt("UPLOADING"), "me")).not.toThrow();
    expect(() => checkOwner(uploadAt("UPLOADING", { subject: null }), "other")).not.toThrow();
  });

  test("is asked for before the table", () => {
    const by = mover({ subject: "other" });
    expect(refusal(() => moved(uploadAt("DATA_READY"), to("UPLOADING"), by))).toMatchObject({
      code: "NOT_UPLOAD_OWNER",
    });
  });
});

describe("uploads/M3 another browser's lease", () => {
  test.each(UPLOAD_STATUSES)("at %s refuses a move only while the upload is active", (status) => {
    const check = (): void => checkLease(uploadAt(status), "another-browser");
    if (!ACTIVE.has(status)) expect(check).not.toThrow();
    else
      expect(refusal(check)).toMatchObject({
        code: "UPLOAD_NOT_ACTIVE",
        message: "this upload is active in another browser",
        details: { status },
      });
  });

  test("does not refuse its own browser, nor one that names none", () => {
    expect(() => checkLease(uploadAt("UPLOADING"), FINGERPRINT)).not.toThrow();
    expect(() => checkLease(uploadAt("UPLOADING"), undefined)).not.toThrow();
  });

  test("is asked for before the table", () => {
    const request = to("UPLOAD_PAUSED", { fingerprint: "another-browser" });
    expect(refusal(() => moved(uploadAt("UPLOADING"), request))).toMatchObject({
      code: "UPLOAD_NOT_ACTIVE",
    });
  });
});

const refusedAs = (upload: RuledUpload, request: MoveRequest) =>
  refusal(() => moved(upload, request)).code;
const resumed = (change: Partial<MoveRequest>) => to("CHECKING_CONCURRENT_UPLOAD", change);

describe("uploads/M3 another page's hold", () => {
  const HELD = { holder: "page-one-00000001" };
  const here = { holder: "page-two-00000002" };

  test.each(["UPLOADING", "CHECKING_CONCURRENT_UPLOAD"] as const)(
    "of an upload in %s keeps other pages away, and programs that do not say which they are",
    (status) => {
      const upload = uploadAt(status, HELD);
      expect(refusedAs(upload, to("UPLOAD_PAUSED", here))).toBe("UPLOAD_HELD_ELSEWHERE");
      expect(refusedAs(upload, to("UPLOAD_PAUSED"))).toBe("UPLOAD_HELD_ELSEWHERE");
      expect(refusedAs(upload, to("UPLOAD_PAUSED", { ...here, takeOver: true }))).toBe(
        "UPLOAD_HELD_ELSEWHERE",
      );
    },
  );

  test("of a stalled upload ends where a person said so, or the caller does not say which it is", () => {
    const upload = uploadAt("UPLOAD_STALLED", HELD);
    expect(refusedAs(upload, resumed(here))).toBe("UPLOAD_HELD_ELSEWHERE");
    expect(moved(upload, resumed({ ...here, takeOver: true }))).toMatchObject(here);
    expect(moved(upload, resumed({}))).toMatchObject({ holder: null });
    expect(moved(upload, resumed(HELD))).toMatchObject(HELD);
  });

  test("is told with whose it is", () => {
    const upload = uploadAt("UPLOADING", HELD);
    expect(refusal(() => moved(upload, to("UPLOAD_PAUSED", here)))).toMatchObject({
      message: "this upload is held by another page",
      details: { status: "UPLOADING", user: "Me" },
    });
  });

  test("stays with the page that has it in a move that begins nothing", () => {
    const paused = uploadAt("UPLOAD_PAUSED", HELD);
    expect(moved(paused, to("UPLOAD_CANCELLED", here))).toMatchObject(HELD);
    const unheld = uploadAt("UPLOADING", { holder: null });
    expect(moved(unheld, to("UPLOAD_INTEGRITY_CHECK", here))).toMatchObject({ holder: null });
  });

  test("ends with a pause", () => {
    const upload = uploadAt("UPLOAD_PAUSED", HELD);
    expect(moved(upload, to("CHECKING_CONCURRENT_UPLOAD", here))).toMatchObject(here);
  });
});

describe("uploads/M8 a take-over", () => {
  const held = uploadAt("UPLOADING", { holder: "page-one-00000001" });
  const taken = to("UPLOAD_STALLED", {
    holder: "page-two-00000002",
    fingerprint: "that-browser",
    takeOver: true,
  });

  test("stalls what another page or browser sends, and holds it", () => {
    const { holder, fingerprint } = taken;
    expect(moved(held, taken)).toMatchObject({ takenOver: true, holder, fingerprint });
  });

  test("is its owner's alone", () => {
    const asked = refusal(() => moved(held, taken, mover({ subject: "you", mayReset: true })));
    expect(asked.code).toBe("NOT_UPLOAD_OWNER");
  });

  test("is none where the page holds it already", () => {
    const own = { ...taken, holder: "page-one-00000001", fingerprint: FINGERPRINT };
    expect(moved(held, own)).toMatchObject({ takenOver: false });
  });
});

test("uploads/M4 a repeated call changes nothing, where a client leads there", () => {
  const upload = uploadAt("UPLOAD_PAUSED", { is_update: true });
  expect(moved(upload, to("UPLOAD_PAUSED", { fingerprint: "another-browser" }))).toMatchObject({
    from: "UPLOAD_PAUSED",
    to: "UPLOAD_PAUSED",
    repeated: true,
    isUpdate: true,
    fingerprint: FINGERPRINT,
  });
  expect(refusal(() => moved(uploadAt("DATA_READY"), to("DATA_READY")))).toMatchObject({
    code: "INVALID_TRANSITION",
  });
});

test("uploads/M5 a client makes every other move that the table gives it, and no further one", () => {
  const special = new Set<UploadStatus>(["READY_FOR_UPLOAD", "UPDATE_CANCELLED"]);
  for (const from of UPLOAD_STATUSES)
    for (const status of UPLOAD_STATUSES) {
      if (from === status || special.has(status)) continue;
      const request = to(status, { isUpdate: from === "DATA_READY" });
      const allowed = UPLOAD_STATES.canMove(from, status, new Set(["client"]));
      const move = (): unknown => moved(uploadAt(from), request);
      if (allowed) expect(move()).toMatchObject({ from, to: status, repeated: false });
      else expect(refusal(move)).toMatchObject({ code: "INVALID_TRANSITION" });
    }
});

describe("uploads/M6 an update", () => {
  test("is cancelled as an update, and nothing else is", () => {
    const update = uploadAt("UPLOAD_PAUSED", { is_update: true });
    const first = uploadAt("UPLOAD_PAUSED");
    expect(moved(update, to("UPDATE_CANCELLED"))).toMatchObject({ isUpdate: true });
    expect(moved(first, to("UPLOAD_CANCELLED"))).toMatchObject({ isUpdate: false });
    for (const [upload, status] of [
      [update, "UPLOAD_CANCELLED"],
      [first, "UPDATE_CANCELLED"],
    ] as const)
      expect(refusal(() => moved(upload, to(status)))).toMatchObject({
        code: "INVALID_TRANSITION",
        message: "an update is cancelled as an update, and nothing else is",
      });
  });

  test("begins where data is ready, and nowhere else", () => {
    const begin = to("VALIDATING_SOURCE", { isUpdate: true });
    expect(moved(uploadAt("DATA_READY"), begin)).toMatchObject({ isUpdate: true });
    expect(refusal(() => moved(uploadAt("READY_FOR_UPLOAD"), begin))).toMatchObject({
      message: "only data that is ready is updated",
      details: { from: "READY_FOR_UPLOAD", to: "VALIDATING_SOURCE" },
    });
    expect(refusal(() => moved(uploadAt("DATA_READY"), to("VALIDATING_SOURCE")))).toMatchObject({
      message: "data that is ready is only updated",
    });
    expect(moved(uploadAt("READY_FOR_UPLOAD"), to("VALIDATING_SOURCE"))).toMatchObject({
      isUpdate: false,
    });
  });

  test("stays one until it ends, even where it begins again", () => {
    const failed = uploadAt("UPLOAD_FAILED", { is_update: true });
    for (const isUpdate of [true, false])
      expect(moved(failed, to("VALIDATING_SOURCE", { isUpdate }))).toMatchObject({
        isUpdate: true,
      });
    expect(moved(uploadAt("UPLOADING", { is_update: true }), to("UPLOAD_PAUSED"))).toMatchObject({
      isUpdate: true,
    });
    expect(moved(uploadAt("UPLOADING"), to("UPLOAD_PAUSED", { isUpdate: true }))).toMatchObject({
      isUpdate: false,
    });
  });
});

describe("uploads/M7 another's data, or failed upload,", () => {
  const leader = mover({ subject: "leader", mayReset: true });
  const begin = to("VALIDATING_SOURCE", { isUpdate: true, ...REASON });

  test.each(["DATA_READY", "UPDATE_CANCELLED"] as const)("at %s is begun by a leader", (status) => {
    const upload = uploadAt(status, { is_update: status === "UPDATE_CANCELLED" });
    expect(moved(upload, begin, leader)).toMatchObject({ to: "VALIDATING_SOURCE", isUpdate: true });
    expect(refusal(() => moved(upload, begin, mover({ subject: "other" })))).toMatchObject({
      code: "NOT_UPLOAD_OWNER",
    });
  });

  test("that failed is replaced by a leader, with a reason; an update stays one", () => {
    const replace = to("VALIDATING_SOURCE", REASON);
    const failed = uploadAt("UPLOAD_FAILED", { holder: "page-one-00000001" });
    expect(moved(failed, replace, leader)).toMatchObject({ ofAnother: true, isUpdate: false });
    for (const status of [
      "UPLOAD_FAILED",
      "VALIDATING_SOURCE_FAILED",
      "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
    ] as const) {
      const update = uploadAt(status, { is_update: true });
      expect(moved(update, replace, leader)).toMatchObject({ ofAnother: true, isUpdate: true });
    }
    expect(refusal(() => moved(failed, to("VALIDATING_SOURCE"), leader)).code).toBe(
      "INVALID_REQUEST",
    );
    expect(refusal(() => moved(failed, replace, mover({ subject: "other" }))).code).toBe(
      "NOT_UPLOAD_OWNER",
    );
  });

  test("is no way into an upload that goes on, nor to another status", () => {
    const ended = new Set<UploadStatus>(["DATA_READY", "UPDATE_CANCELLED", "UPLOAD_FAILED"]);
    for (const status of UPLOAD_STATUSES) {
      if (FREE.has(status) || ended.has(status)) continue;
      expect(refusal(() => moved(uploadAt(status), begin, leader))).toMatchObject({
        code: "NOT_UPLOAD_OWNER",
      });
    }
    expect(refusal(() => moved(uploadAt("DATA_READY"), to("UPLOADING"), leader))).toMatchObject({
      code: "NOT_UPLOAD_OWNER",
    });
  });
});

describe("the lease", () => {
  test("goes to the browser that begins, which must name itself", () => {
    const another = { fingerprint: "another-browser" };
    expect(moved(uploadAt("READY_FOR_UPLOAD"), to("VALIDATING_SOURCE", another))).toMatchObject(
      another,
    );
    expect(
      refusal(() =>
        moved(uploadAt("READY_FOR_UPLOAD"), to("VALIDATING_SOURCE", { fingerprint: undefined })),
      ),
    ).toMatchObject({
      code: "INVALID_REQUEST",
      message: "fingerprint: says which browser sends",
      details: { field: "fingerprint" },
    });
  });

  test("stays with its browser where an upload is resumed without naming one", () => {
    const unnamed = { fingerprint: undefined };
    expect(
      moved(uploadAt("UPLOAD_PAUSED"), to("CHECKING_CONCURRENT_UPLOAD", unnamed)),
    ).toMatchObject({ fingerprint: FINGERPRINT });
    expect(
      refusal(() =>
        moved(
          uploadAt("UPLOAD_PAUSED", { fingerprint: null }),
          to("CHECKING_CONCURRENT_UPLOAD", unnamed),
        ),
      ),
    ).toMatchObject({ code: "INVALID_REQUEST" });
  });

  test("needs no browser's name in a move that begins nothing", () => {
    const unnamed = { fingerprint: undefined };
    expect(
      moved(uploadAt("UPLOADING", { fingerprint: null }), to("UPLOAD_INTEGRITY_CHECK", unnamed)),
    ).toMatchObject({ fingerprint: null });
    expect(moved(uploadAt("UPLOADING"), to("UPLOAD_PAUSED", unnamed))).toMatchObject({
      fingerprint: FINGERPRINT,
    });
  });
});
