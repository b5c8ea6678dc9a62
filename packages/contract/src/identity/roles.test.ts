import { describe, expect, test } from "vitest";
import { may, type Permission, PERMISSIONS, type Role } from "./roles.ts";

const MATRIX: [roles: Role[], allowed: Permission[]][] = [
  [[], []],
  [["leader", "admin"], []],
  [
    ["base"],
    ["signedIn", "readFlights", "upload", "exploreObjects", "downloadObject", "keepViews"],
  ],
  [
    ["base", "guest"],
    ["signedIn", "readFlights", "exploreObjects"],
  ],
  [["base", "processingOnly"], ["signedIn"]],
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
    ],
  ],
  [
    ["base", "admin", "guest"],
    ["signedIn", "readFlights", "exploreObjects"],
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
    ],
  ],
];

describe("permissions", () => {
  test.each(MATRIX)("access/A1–A3 roles %j hold %j", (roles, allowed) => {
    expect(PERMISSIONS.filter((permission) => may(roles, permission))).toEqual(allowed);
  });
});
