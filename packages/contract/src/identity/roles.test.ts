import { describe, expect, test } from "vitest";
import { may, type Permission, PERMISSIONS, type Role } from "./roles.ts";

const GUEST: Permission[] = [
  "signedIn",
  "readFlights",
  "exploreObjects",
  "readObjects",
  "validateArchives",
  "readProcessings",
  "readTerrainMapper",
];
const PROCESSING: Permission[] = [
  "validateArchives",
  "readProcessings",
  "readTerrainMapper",
  "changeProcessings",
  "readCalibrations",
];
const RESUBMITTING: Permission[] = [
  "validateArchives",
  "readProcessings",
  "readTerrainMapper",
  "changeProcessings",
  "resubmitProcessings",
  "readCalibrations",
];
const MATRIX: [roles: Role[], allowed: Permission[]][] = [
  [[], []],
  [["leader", "admin"], []],
  [
    ["base"],
    [
      "signedIn",
      "readFlights",
      "upload",
      "exploreObjects",
      "readObjects",
      "downloadObject",
      "keepViews",
      ...PROCESSING,
    ],
  ],
  [["base", "guest"], GUEST],
  [
    ["base", "processingOnly"],
    [
      "signedIn",
      "readObjects",
      "downloadObject",
      "validateArchives",
      "readProcessings",
      "changeProcessings",
      "readCalibrations",
    ],
  ],
  [
    ["base", "processingOnly", "resubmit"],
    [
      "signedIn",
      "readObjects",
      "downloadObject",
      "validateArchives",
      "readProcessings",
      "changeProcessings",
      "resubmitProcessings",
      "readCalibrations",
    ],
  ],
  [
    ["base", "leader"],
    [
      "signedIn",
      "readFlights",
      "upload",
      "resetUpload",
      "readHistory",
      "exploreObjects",
      "readObjects",
      "downloadObject",
      "keepViews",
      "archiveFlights",
      ...RESUBMITTING,
    ],
  ],
  [
    ["base", "admin"],
    [
      "signedIn",
      "readFlights",
      "upload",
      "resetUpload",
      "importCatalogue",
      "readHistory",
      "exploreObjects",
      "readObjects",
      "downloadObject",
      "keepViews",
      "archiveFlights",
      "endAnySession",
      ...RESUBMITTING,
    ],
  ],
  [["base", "admin", "guest"], GUEST],
  [
    ["base", "resubmit"],
    [
      "signedIn",
      "readFlights",
      "upload",
      "readHistory",
      "exploreObjects",
      "readObjects",
      "downloadObject",
      "keepViews",
      ...RESUBMITTING,
    ],
  ],
  [
    ["base", "service"],
    [
      "signedIn",
      "readFlights",
      "upload",
      "importCatalogue",
      "exploreObjects",
      "readObjects",
      "downloadObject",
      "keepViews",
      ...PROCESSING,
    ],
  ],
];

describe("permissions", () => {
  test.each(MATRIX)("access/A1–A5 roles %j hold %j", (roles, allowed) => {
    expect(PERMISSIONS.filter((permission) => may(roles, permission))).toEqual(allowed);
  });
});
