import { describe, expect, test } from "vitest";
import { may, type Permission, PERMISSIONS, type Role } from "./roles.ts";

const MATRIX: [roles: Role[], allowed: Permission[]][] = [
  [[], []],
  [["leader", "admin"], []],
  [["base"], ["signedIn", "readFlights", "upload"]],
  [
    ["base", "guest"],
    ["signedIn", "readFlights"],
  ],
  [["base", "processingOnly"], ["signedIn"]],
  [
    ["base", "leader"],
    ["signedIn", "readFlights", "upload", "resetUpload", "readHistory"],
  ],
  [
    ["base", "admin"],
    ["signedIn", "readFlights", "upload", "resetUpload", "importCatalogue", "readHistory"],
  ],
  [
    ["base", "admin", "guest"],
    ["signedIn", "readFlights"],
  ],
  [
    ["base", "resubmit"],
    ["signedIn", "readFlights", "upload", "readHistory"],
  ],
  [
    ["base", "service"],
    ["signedIn", "readFlights", "upload", "importCatalogue"],
  ],
];

describe("permissions", () => {
  test.each(MATRIX)("A1–A3 roles %j hold %j", (roles, allowed) => {
    expect(PERMISSIONS.filter((permission) => may(roles, permission))).toEqual(allowed);
  });
});
