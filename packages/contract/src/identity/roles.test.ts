import { describe, expect, test } from "vitest";
import { may, type Permission, PERMISSIONS, type Role } from "./roles.ts";

const PROCESSING: Permission[] = [
  "readProcessings",
  "readTerrainMapper",
  "changeProcessings",
  "readCalibrations",
];
const RESUBMITTING: Permission[] = [
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
      "downloadObject",
      "keepViews",
      ...PROCESSING,
    ],
  ],
  [
    ["base", "guest"],
    ["signedIn", "readFlights", "exploreObjects", "readProcessings", "readTerrainMapper"],
  ],
  [
    ["base", "processingOnly"],
    ["signedIn", "readProcessings", "changeProcessings", "readCalibrations"],
  ],
  [
    ["base", "processingOnly", "resubmit"],
    ["signedIn", "readProcessings", "changeProcessings", "resubmitProcessings", "readCalibrations"],
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
      "downloadObject",
      "keepViews",
      "archiveFlights",
      "endAnySession",
      ...RESUBMITTING,
    ],
  ],
  [
    ["base", "admin", "guest"],
    ["signedIn", "readFlights", "exploreObjects", "readProcessings", "readTerrainMapper"],
  ],
  [
    ["base", "resubmit"],
    [
      "signedIn",
      "readFlights",
      "upload",
      "readHistory",
      "exploreObjects",
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
