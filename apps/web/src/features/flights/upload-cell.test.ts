import { UPLOAD_STATUSES } from "@swath/contract/upload-status";
import type { UploadStatus } from "@swath/contract/upload-status";
import { expect, test } from "vitest";
import { upload } from "./testing/flights.ts";
import {
  ALL_DISABLED,
  COMING_SOON,
  DETAILS_HINT,
  RAW_UPLOADED,
  cellRule,
  rawTaken,
} from "./upload-cell.ts";

const lidar = (status: UploadStatus, given: { documentVersion?: number; guest?: boolean } = {}) =>
  cellRule({
    kind: "lidar",
    upload: upload("LiDAR", status),
    documentVersion: 4,
    rawTaken: false,
    guest: false,
    ...given,
  });
const widget = (kind: "tmGnss" | "tmLidar" | "tmImagery" | "tmAll" | "tmLaz", raw: boolean) =>
  cellRule({
    kind,
    upload: upload("TerrainMapperGPS"),
    documentVersion: 4,
    rawTaken: raw,
    guest: false,
  });

test("C1 the 'All' cell is disabled and says so", () => {
  expect(widget("tmAll", false)).toEqual({ link: "none", hint: ALL_DISABLED, disabled: true });
  expect(ALL_DISABLED).toBe("Currently disabled, coming soon");
});

test("C2 a begun raw upload disables GNSS, LiDAR and Imagery, and no office upload", () => {
  for (const kind of ["tmGnss", "tmLidar", "tmImagery"] as const)
    expect(widget(kind, true)).toEqual({ link: "none", hint: RAW_UPLOADED, disabled: true });
  expect(widget("tmLaz", true).disabled).toBe(false);
  expect(widget("tmGnss", false).link).toBe("newTab");
});

test("C2 a raw upload counts as begun in the ten statuses of the rule", () => {
  const begun = UPLOAD_STATUSES.filter((status) => rawTaken([upload("TerrainMapperRAW", status)]));
  expect(begun.toSorted()).toEqual([
    "ARCHIVED",
    "DATA_READY",
    "UPLOADING",
    "UPLOAD_COMPLETE",
    "UPLOAD_FAILED",
    "UPLOAD_PAUSED",
    "UPLOAD_QUEUED",
    "UPLOAD_STALLED",
    "VALIDATING_UPLOAD",
    "VALIDATING_UPLOAD_FAILED",
  ]);
  expect(rawTaken([upload("TerrainMapperLIDAR", "UPLOADING")])).toBe(false);
});

test("C3 an Imagery cell that has not begun is coming soon", () => {
  expect(widget("tmImagery", false)).toEqual({ link: "none", hint: COMING_SOON, disabled: true });
});

test("C4 guests get no link", () => {
  for (const status of UPLOAD_STATUSES) expect(lidar(status, { guest: true }).link).toBe("none");
});

test("C5 legacy and archived uploads lead nowhere, nor does ready data of document version 3", () => {
  expect(lidar("LEGACY_SYSTEM").link).toBe("none");
  expect(lidar("ARCHIVED").link).toBe("none");
  expect(lidar("DATA_READY", { documentVersion: 3 }).link).toBe("none");
  expect(lidar("DATA_READY", { documentVersion: 4 }).link).toBe("here");
  expect(lidar("UPLOAD_PAUSED", { documentVersion: 3 }).link).toBe("here");
});

test("C6 what is ready for upload opens in a new tab", () => {
  expect(lidar("READY_FOR_UPLOAD").link).toBe("newTab");
  expect(lidar("UPLOAD_FAILED").link).toBe("here");
});

test("C7 the hint is left out for legacy, queued and uploading", () => {
  const without = UPLOAD_STATUSES.filter((status) => lidar(status).hint !== DETAILS_HINT);
  expect(without).toEqual(["UPLOAD_QUEUED", "UPLOADING", "LEGACY_SYSTEM", "ARCHIVED"]);
});
