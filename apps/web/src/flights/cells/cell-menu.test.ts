import { UPLOAD_STATUSES, type UploadStatus } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { flight, upload } from "../testing/flights.ts";
import { ENTRY_LABEL, cellMenu } from "./upload-cell.ts";

const STORED = ["s3://lidar/FL000123/LiDAR/", "s3://imagery/FL000123/LiDAR/"];
const ARCHIVE = "s3://archive/FL000123/LiDAR/";

function menu(DocumentMajorVersion: number, status: UploadStatus, Locations = STORED) {
  return cellMenu(
    flight({ DocumentMajorVersion, archiveS3PathLiDAR: ARCHIVE }),
    upload("LiDAR", status, { Locations }),
  );
}
const links = STORED.map((link) => ({ action: "copyLink", link }));
const archiveLink = { action: "copyArchiveLink", link: ARCHIVE };

test("the entries are named as specified", () => {
  expect(Object.values(ENTRY_LABEL).toSorted()).toEqual([
    "Browse archived files",
    "Copy S3 archive link",
    "Copy S3 link",
    "Upload Details",
  ]);
});

test.each([
  [
    "upload-cell/C9 ready data: a link for each place, and details",
    4,
    "DATA_READY",
    [...links, "details"],
  ],
  ["upload-cell/C9 also just above the legacy versions", 3.2, "DATA_READY", [...links, "details"]],
  ["upload-cell/C10 ready data of a legacy document: links only", 3, "DATA_READY", links],
  ["upload-cell/C10 ready data of version 1.4: links only", 1.4, "DATA_READY", links],
  [
    "upload-cell/C11 an archived upload: its archive's link, and the way in",
    4,
    "ARCHIVED",
    [archiveLink, "browseArchive"],
  ],
  [
    "upload-cell/C12 an archived upload of a legacy document: the link",
    3,
    "ARCHIVED",
    [archiveLink],
  ],
  [
    "upload-cell/C13 an archived upload of version 1.4: where the old buckets hold it",
    1.4,
    "ARCHIVED",
    links,
  ],
] as const)("%s", (_rule, version, status, entries) => {
  expect(menu(version, status)).toEqual(
    entries.map((entry) => (typeof entry === "string" ? { action: entry } : entry)),
  );
});

test("upload-cell/C14 what is stored nowhere has no link", () => {
  expect(menu(4, "DATA_READY", [])).toEqual([{ action: "details" }]);
  expect(menu(1.4, "ARCHIVED", [])).toEqual([]);
  expect(cellMenu(flight({ archiveS3PathLiDAR: null }), upload("LiDAR", "ARCHIVED"))).toEqual([]);
});

test("an imagery upload goes by the flight's imagery archive", () => {
  const archived = flight({ archiveS3PathLiDAR: ARCHIVE, archiveS3PathImagery: "s3://archive/i/" });
  expect(cellMenu(archived, upload("TerrainMapperImagery", "ARCHIVED"))[0]).toEqual({
    action: "copyArchiveLink",
    link: "s3://archive/i/",
  });
});

test("no other status has a menu", () => {
  const others = UPLOAD_STATUSES.filter((status) => menu(4, status).length > 0);
  expect(others).toEqual(["DATA_READY", "ARCHIVED"]);
});
