import type { Role } from "@swath/contract/identity";
import { UPLOAD_STATUSES, type UploadStatus } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import { buttonsFor, type ButtonFacts, type UploadButtons } from "./upload-view.ts";

const crew: readonly Role[] = ["base"];
const own: Omit<ButtonFacts, "status"> = {
  isOwn: true,
  isUpdate: false,
  hasFiles: false,
  updating: false,
  replacing: false,
  roles: crew,
};

/** The statuses at which a button may be pressed. */
function at(button: keyof UploadButtons, facts: Omit<ButtonFacts, "status">): UploadStatus[] {
  return UPLOAD_STATUSES.filter((status) => buttonsFor({ ...facts, status })[button]);
}

describe("the buttons of the selected upload", () => {
  test("upload-screen/B1 a guest may press none at any status", () => {
    for (const status of UPLOAD_STATUSES)
      expect(
        Object.values(
          buttonsFor({ ...own, hasFiles: true, updating: true, status, roles: ["base", "guest"] }),
        ),
      ).not.toContain(true);
  });

  test("upload-screen/B2 anyone selects a folder where nothing is kept, but not for another's failed upload or update", () => {
    const other = { ...own, isOwn: false };
    expect(at("select", other)).toEqual([
      "READY_FOR_UPLOAD",
      "VALIDATING_SOURCE_FAILED",
      "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
      "UPLOAD_CANCELLED",
    ]);
    expect(at("select", { ...other, isUpdate: true })).toEqual([]);
    expect(at("select", own)).toContain("UPLOAD_FAILED");
    expect(at("select", { ...own, isUpdate: true })).toContain("VALIDATING_SOURCE_FAILED");
  });

  test("upload-screen/B2 the owner selects a folder also where the upload is paused without files", () => {
    expect(at("select", own)).toEqual(
      expect.arrayContaining([
        "UPLOAD_PAUSED",
        "UPLOAD_STALLED",
        "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
      ]),
    );
  });

  test("upload-screen/B2 a paused upload with its files here is resumed, not selected again", () => {
    const buttons = buttonsFor({ ...own, hasFiles: true, status: "UPLOAD_PAUSED" });
    expect(buttons).toMatchObject({ select: false, resume: true, pause: false });
  });

  test("upload-screen/B2 an inconsistent folder is selected again though this page holds its files", () => {
    const status = "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED";
    expect(buttonsFor({ ...own, hasFiles: true, status }).select).toBe(true);
  });

  test("upload-screen/B3 ready data takes a folder only after its owner requested an update", () => {
    const status = "DATA_READY";
    expect(buttonsFor({ ...own, status })).toMatchObject({ select: false, update: true });
    expect(buttonsFor({ ...own, status, updating: true }).select).toBe(true);
    expect(buttonsFor({ ...own, status, isOwn: false, updating: true })).toMatchObject({
      select: false,
      update: false,
    });
  });

  test("upload-screen/B3 a leader may update another's data", () => {
    const leader = { ...own, isOwn: false, roles: ["base", "leader"] } as const;
    for (const status of ["DATA_READY", "UPDATE_CANCELLED"] as const) {
      expect(buttonsFor({ ...leader, status })).toMatchObject({ select: false, update: true });
      expect(buttonsFor({ ...leader, status, updating: true }).select).toBe(true);
    }
  });

  test("upload-screen/B7 a leader replaces another's failed upload, once that was requested", () => {
    const leader = { ...own, isOwn: false, roles: ["base", "leader"] } as const;
    expect(at("replace", leader)).toEqual(["UPLOAD_FAILED"]);
    expect(at("replace", { ...leader, isUpdate: true })).toEqual([
      "VALIDATING_SOURCE_FAILED",
      "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
      "UPLOAD_FAILED",
    ]);
    expect(at("select", leader)).not.toContain("UPLOAD_FAILED");
    expect(at("select", { ...leader, replacing: true })).toContain("UPLOAD_FAILED");
    const other = { ...own, isOwn: false, replacing: true };
    expect([at("replace", other), at("replace", { ...leader, isOwn: true })]).toEqual([[], []]);
    expect(at("select", other)).not.toContain("UPLOAD_FAILED");
  });

  test("upload-screen/B4 only uploading with files is paused", () => {
    expect(at("pause", own)).toEqual([]);
    expect(at("pause", { ...own, hasFiles: true })).toEqual(["UPLOADING"]);
    expect(at("resume", { ...own, hasFiles: true })).toEqual(["UPLOAD_PAUSED", "UPLOAD_STALLED"]);
  });

  test("upload-screen/B5 the owner cancels when uploading, paused, stalled, in the integrity check, or failed", () => {
    expect(at("cancel", own)).toEqual([
      "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
      "UPLOADING",
      "UPLOAD_FAILED",
      "UPLOAD_PAUSED",
      "UPLOAD_STALLED",
      "UPLOAD_INTEGRITY_CHECK",
      "VALIDATING_UPLOAD_FAILED",
    ]);
    const updates = at("cancel", { ...own, isUpdate: true });
    expect(updates).toContain("VALIDATING_SOURCE_FAILED");
    expect(updates).toContain("GENERATING_METADATA_N_UPLOAD_TASK_FAILED");
    expect(at("cancel", { ...own, isOwn: false })).toEqual([]);
  });

  test("upload-screen/B6 a team leader or an administrator resets what is stuck, others nothing", () => {
    expect(at("reset", own)).toEqual([]);
    for (const role of ["leader", "admin"] as const) {
      const statuses = at("reset", { ...own, isOwn: false, roles: ["base", role] });
      expect(statuses).toEqual(
        expect.arrayContaining(["UPLOADING", "UPLOAD_PAUSED", "VALIDATING_UPLOAD_FAILED"]),
      );
      expect(statuses).not.toContain("DATA_READY");
    }
  });
});
