import { UPLOAD_STATUS, UPLOAD_STATUSES } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import { panelFor, type PanelFacts } from "./upload-view.ts";

const facts: PanelFacts = {
  status: "READY_FOR_UPLOAD",
  isUpdate: false,
  isOwn: false,
  hasFiles: false,
  cancelledHere: false,
  updating: false,
  replacing: false,
};
const active = UPLOAD_STATUSES.filter((status) => UPLOAD_STATUS[status].active);

describe("the panel of each status", () => {
  test.each(active)("upload-screen/S3 %s shows progress to the page that sends", (status) => {
    expect(panelFor({ ...facts, status, isOwn: true, hasFiles: true })).toBe("progress");
  });

  test.each(active)("upload-screen/S3 %s asks the owner on another page to wait", (status) => {
    expect(panelFor({ ...facts, status, isOwn: true })).toBe("uploadingInOtherTab");
  });

  test.each(active)("upload-screen/S3 %s of someone else is underway", (status) => {
    expect(panelFor({ ...facts, status })).toBe("underway");
  });

  test.each(["UPLOAD_PAUSED", "UPLOAD_STALLED"] as const)(
    "upload-screen/S3 %s is resumed by its owner and read by all others",
    (status) => {
      expect(panelFor({ ...facts, status, isOwn: true })).toBe("resume");
      expect(panelFor({ ...facts, status, isOwn: true, hasFiles: true })).toBe("progress");
      expect(panelFor({ ...facts, status })).toBe("resumeByOwner");
    },
  );

  test.each([
    "READY_FOR_UPLOAD",
    "VALIDATING_SOURCE_FAILED",
    "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
    "UPLOAD_CANCELLED",
  ] as const)("upload-screen/S3 %s waits for a folder, of anyone", (status) => {
    expect(panelFor({ ...facts, status })).toBe("choose");
    expect(panelFor({ ...facts, status, isOwn: true })).toBe("choose");
  });

  test("upload-screen/S3 a failed upload is resumed by its owner and read by all others", () => {
    const status = "UPLOAD_FAILED";
    expect(panelFor({ ...facts, status, isOwn: true })).toBe("resume");
    expect(panelFor({ ...facts, status })).toBe("resumeByOwner");
  });

  test("upload-screen/S4 another's update that failed at its start invites no folder", () => {
    const status = "VALIDATING_SOURCE_FAILED";
    expect(panelFor({ ...facts, status, isUpdate: true })).toBe("resumeByOwner");
    expect(panelFor({ ...facts, status, isUpdate: true, isOwn: true })).toBe("choose");
  });

  test("upload-screen/S3 a failed progress check asks for the original folder even of the page that holds files", () => {
    const status = "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED";
    expect(panelFor({ ...facts, status, isOwn: true, hasFiles: true })).toBe("resume");
  });

  test("upload-screen/S3 what the server does with complete data is followed by everyone", () => {
    expect(panelFor({ ...facts, status: "VALIDATING_UPLOAD" })).toBe("validating");
    expect(panelFor({ ...facts, status: "VALIDATING_UPLOAD_FAILED" })).toBe("validationFailed");
    expect(panelFor({ ...facts, status: "DATA_READY" })).toBe("ready");
    expect(panelFor({ ...facts, status: "ARCHIVED" })).toBe("archived");
    expect(panelFor({ ...facts, status: "LEGACY_SYSTEM" })).toBe("legacy");
  });
});

describe("a cancel", () => {
  test.each(["UPLOAD_CANCELLED", "UPDATE_CANCELLED"] as const)(
    "upload-screen/S1 %s is reported to the user who cancelled here, files or not",
    (status) => {
      expect(panelFor({ ...facts, status, cancelledHere: true })).toBe("cancelled");
      expect(panelFor({ ...facts, status, cancelledHere: true, hasFiles: true })).toBe("cancelled");
    },
  );

  test("upload-screen/S1 a cancel that the server has not taken yet changes nothing", () => {
    expect(panelFor({ ...facts, status: "UPLOADING", cancelledHere: true, hasFiles: true })).toBe(
      "progress",
    );
  });

  test("upload-screen/S3 a cancelled update leaves the data that was ready before", () => {
    expect(panelFor({ ...facts, status: "UPDATE_CANCELLED" })).toBe("ready");
  });
});

describe("an update", () => {
  test("upload-screen/S2 ready data to be updated waits for a folder", () => {
    expect(panelFor({ ...facts, status: "DATA_READY", isOwn: true, updating: true })).toBe(
      "choose",
    );
  });

  test("upload-screen/S2 another's failed upload to be replaced waits for a folder", () => {
    const replacing = { ...facts, replacing: true };
    expect(panelFor({ ...replacing, status: "UPLOAD_FAILED" })).toBe("choose");
    const update = { ...replacing, status: "VALIDATING_SOURCE_FAILED", isUpdate: true } as const;
    expect(panelFor(update)).toBe("choose");
    expect(panelFor({ ...replacing, status: "UPLOAD_PAUSED" })).toBe("resumeByOwner");
    expect(panelFor({ ...replacing, status: "UPLOADING" })).toBe("underway");
  });

  test("upload-screen/S2 the request to update changes no other status", () => {
    const requested = { ...facts, status: "VALIDATING_UPLOAD", updating: true } as const;
    expect(panelFor(requested)).toBe("validating");
  });
});
