import { expect, test } from "vitest";
import { changedMembers } from "./changed-dialog.tsx";

test("members that differ are named as people read them, with both values", () => {
  const before = { _id: "a", Updated: "1", PriGNSSLeverX: null, IsActive: false, Aircraft: "A" };
  const now = { _id: "a", Updated: "2", PriGNSSLeverX: 0.8, IsActive: true, Aircraft: "A" };
  expect(changedMembers(before, now)).toEqual([
    { name: "GPS Lever Arm X", before: "none", now: "0.8" },
    { name: "Active", before: "no", now: "yes" },
  ]);
  expect(changedMembers(before, before)).toEqual([]);
});
