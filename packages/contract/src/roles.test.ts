import { describe, expect, test } from "vitest";
import { may, type Permission, PERMISSIONS, type Role } from "./roles.ts";

const MATRIX: [roles: Role[], allowed: Permission[]][] = [
  [[], []],
  [["leader", "admin"], []],
  [["base"], ["signedIn", "readFlights", "upload", "exploreObjects", "downloadObject"]],
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
    ],
  ],
  [
    ["base", "admin", "guest"],
    ["signedIn", "readFlights", "exploreObjects"],
  ],
  [
    ["base", "resubmit"],
    ["signedIn", "readFlights", "upload", "readHistory", "exploreObjects", "downloadObject"],
  ],
  [
    ["base", "service"],
    ["signedIn", "readFlights", "upload", "importCatalogue", "exploreObjects", "downloadObject"],
  ],
];

describe("permissions", () => {
  test.each(MATRIX)("A1–A3 roles %j hold %j", (roles, allowed) => {
    expect(PERMISSIONS.filter((permission) => may(roles, permission))).toEqual(allowed);
  });
});
