import { UPLOAD_STATUSES, type UploadStatus } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { flight, upload } from "../testing/flights.ts";
import {
  ALL_DISABLED,
  COMING_SOON,
  DETAILS_HINT,
  RAW_UPLOADED,
  cellRule,
  rawTaken,
} from "./upload-cell.ts";

const flightOf = (DocumentMajorVersion: number) => flight({ DocumentMajorVersion });
interface Given {
  readonly version?: number;
  readonly guest?: boolean;
  readonly tabUploads?: boolean;
}

const lidar = (status: UploadStatus, given: Given = {}) =>
  cellRule({
    kind: "lidar",
    upload: upload("LiDAR", status, { Locations: ["s3://lidar/FL000123/LiDAR/"] }),
    flight: flightOf(given.version ?? 4),
    rawTaken: false,
    guest: given.guest ?? false,
    tabUploads: given.tabUploads ?? false,
  });
const widget = (kind: "tmGnss" | "tmLidar" | "tmImagery" | "tmAll" | "tmLaz", raw: boolean) =>
  cellRule({
    kind,
    upload: upload("TerrainMapperGPS"),
    flight: flightOf(4),
    rawTaken: raw,
    guest: false,
    tabUploads: false,
  });

test("upload-cell/C1 the 'All' cell is disabled and says so", () => {
  expect(widget("tmAll", false)).toEqual({
    link: "none",
    menu: [],
    hint: ALL_DISABLED,
    disabled: true,
  });
  expect(ALL_DISABLED).toBe("Currently disabled, coming soon");
});

const all = (status: UploadStatus, guest = false) =>
  cellRule({
    kind: "tmAll",
    upload: upload("TerrainMapperRAW", status, { Locations: ["s3://tm/FL000123/"] }),
    flight: flightOf(4),
    rawTaken: rawTaken([upload("TerrainMapperRAW", status)]),
    guest,
    tabUploads: false,
  });

test("upload-cell/C1 an 'All' that has begun leads on as every other cell does", () => {
  for (const status of ["UPLOAD_FAILED", "UPLOAD_STALLED", "UPLOAD_PAUSED"] as const)
    expect(all(status)).toMatchObject({ link: "here", hint: DETAILS_HINT, disabled: false });
  expect(all("DATA_READY").menu.map(({ action }) => action)).toEqual(["copyLink", "details"]);
  expect(all("UPLOAD_INIT").disabled).toBe(true);
  expect(all("DATA_READY", true)).toMatchObject({ link: "none", disabled: false });
});

test("upload-cell/C2 a begun raw upload disables GNSS, LiDAR and Imagery, and no office upload", () => {
  for (const kind of ["tmGnss", "tmLidar", "tmImagery"] as const)
    expect(widget(kind, true)).toEqual({
      link: "none",
      menu: [],
      hint: RAW_UPLOADED,
      disabled: true,
    });
  expect(widget("tmLaz", true).disabled).toBe(false);
  expect(widget("tmGnss", false).link).toBe("newTab");
});

test("upload-cell/C2 a raw upload counts as begun in the ten statuses of the rule", () => {
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

test("upload-cell/C3 an Imagery cell that has not begun is coming soon", () => {
  expect(widget("tmImagery", false)).toEqual({
    link: "none",
    menu: [],
    hint: COMING_SOON,
    disabled: true,
  });
});

test("upload-cell/C4 guests get no link", () => {
  for (const status of UPLOAD_STATUSES) expect(lidar(status, { guest: true }).link).toBe("none");
});

test("upload-cell/C5 ready and archived data opens a menu, and nothing where that is empty", () => {
  const ready = lidar("DATA_READY");
  expect(ready.link).toBe("menu");
  expect(ready.menu.map(({ action }) => action)).toEqual(["copyLink", "details"]);
  expect(ready.hint).toBe(DETAILS_HINT);
  expect(lidar("DATA_READY", { version: 3 })).toMatchObject({ link: "menu", hint: undefined });
  expect(lidar("ARCHIVED").link).toBe("none");
});

test("upload-cell/C6 uploads of the system before and of legacy documents have no details", () => {
  expect(lidar("LEGACY_SYSTEM").link).toBe("none");
  for (const status of UPLOAD_STATUSES) {
    const { link, menu } = lidar(status, { version: 3 });
    expect(["none", "menu"]).toContain(link);
    expect(menu.map(({ action }) => action)).not.toContain("details");
  }
  expect(lidar("UPLOAD_PAUSED", { version: 3.2 }).link).toBe("here");
});

test("upload-cell/C7 what is ready for upload opens in a new tab, beside uploads of this tab in this one", () => {
  expect(lidar("READY_FOR_UPLOAD").link).toBe("newTab");
  expect(lidar("UPLOAD_FAILED").link).toBe("here");
  expect(lidar("READY_FOR_UPLOAD", { tabUploads: true }).link).toBe("here");
});

test("upload-cell/C8 the hint is left out for legacy, queued and uploading, and where there are no details", () => {
  const without = UPLOAD_STATUSES.filter((status) => lidar(status).hint !== DETAILS_HINT);
  expect(without).toEqual(["UPLOAD_QUEUED", "UPLOADING", "LEGACY_SYSTEM", "ARCHIVED"]);
});
