import type { StoredVerification } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { endedText, openText, percentRead } from "./verification.tsx";

const order: StoredVerification = {
  state: "reading",
  ordered: "2026-11-28T10:00:00.000Z",
  by: "Casey Crew",
  ahead: 0,
  begun: "2026-11-28T10:01:00.000Z",
  ended: null,
  cancelledBy: null,
  files: 3,
  bytes: 1_048_576,
  totalBytes: 4_194_304,
  damaged: 0,
  cold: 0,
  mayCancel: true,
};
const ended = { ...order, ended: "2026-11-28T10:05:00.000Z" };

test("an open order says how far it is, and whose it is", () => {
  expect(openText(order)).toBe(
    "Reading the stored files: 1.00 MB of 4.00 MB, ordered by Casey Crew",
  );
  expect(percentRead(order)).toBe(25);
  expect(openText({ ...order, state: "waiting", ahead: 2 })).toBe(
    "Waiting for 2 other readings, ordered by Casey Crew",
  );
  expect(endedText(order)).toBeUndefined();
});

test.each([
  [
    { state: "read" },
    "3 files, all as sealed, read from 2026-11-28 10:01 UTC to 2026-11-28 10:05 UTC.",
  ],
  [
    { state: "read", damaged: 1 },
    "1 file of 3 damaged, read from 2026-11-28 10:01 UTC to 2026-11-28 10:05 UTC.",
  ],
  [
    { state: "read", begun: "2026-11-28T10:05:00.000Z" },
    "3 files, all as sealed, read at 2026-11-28 10:05 UTC.",
  ],
  [
    { state: "cancelled", cancelledBy: "Alex" },
    "The reading was ended by Alex at 2026-11-28 10:05 UTC, before every file was read.",
  ],
  [{ state: "replaced" }, "The data was changed while it was read. Verify the stored files again."],
  [
    { state: "read", files: 0 },
    "No file of this data was sealed: there is nothing to compare the stored files with.",
  ],
] as const)("an order that ended as %j says so", (facts, text) => {
  expect(endedText({ ...ended, ...facts })).toBe(text);
});
