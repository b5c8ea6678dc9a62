import { expect, test } from "vitest";
import { coldOf } from "./cold-state.ts";

const UNTIL = new Date("2029-12-21T00:00:00Z");

test.each([
  ["STANDARD", {}, undefined],
  ["GLACIER_IR", {}, undefined],
  ["GLACIER", {}, { state: "cold" }],
  ["DEEP_ARCHIVE", { Restore: 'ongoing-request="true"' }, { state: "restoring" }],
  [
    "GLACIER",
    { Restore: 'ongoing-request="false", expiry-date="Fri, 21 Dec 2029 00:00:00 GMT"' },
    { state: "restored", until: UNTIL },
  ],
  ["GLACIER", { Restore: "something else" }, { state: "cold" }],
  ["GLACIER", { RestoreStatus: { IsRestoreInProgress: true } }, { state: "restoring" }],
  [
    "GLACIER",
    { RestoreStatus: { IsRestoreInProgress: false, RestoreExpiryDate: UNTIL } },
    { state: "restored", until: UNTIL },
  ],
  ["GLACIER", { RestoreStatus: { IsRestoreInProgress: false } }, { state: "cold" }],
  ["INTELLIGENT_TIERING", {}, undefined],
  ["INTELLIGENT_TIERING", { ArchiveStatus: "DEEP_ARCHIVE_ACCESS" }, { state: "cold" }],
  [
    "INTELLIGENT_TIERING",
    { ArchiveStatus: "ARCHIVE_ACCESS", Restore: 'ongoing-request="true"' },
    { state: "restoring" },
  ],
])("of class %s with %j is %j", (StorageClass, more, state) => {
  expect(coldOf({ StorageClass, ...more })).toEqual(state);
});
