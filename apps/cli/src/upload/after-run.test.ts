import { expect, test } from "vitest";
import { afterRun } from "./after-run.ts";

const run = { interrupted: false, resumed: 0 };

test("R1 ready data ends the command well, even after a pause was asked for", () => {
  const snapshot = { status: "DATA_READY", hasFiles: true } as const;
  expect(afterRun({ ...run, snapshot, interrupted: true })).toBe("ready");
});

test("R2 a pause that was asked for ends it", () => {
  const snapshot = { status: "UPLOAD_PAUSED", hasFiles: true } as const;
  expect(afterRun({ ...run, snapshot, interrupted: true })).toBe("paused");
});

test("R3 what the server stalled is resumed, five times at most", () => {
  const snapshot = { status: "UPLOAD_STALLED", hasFiles: true } as const;
  expect(afterRun({ ...run, snapshot })).toBe("resume");
  expect(afterRun({ ...run, snapshot, resumed: 4 })).toBe("resume");
  expect(afterRun({ ...run, snapshot, resumed: 5 })).toBe("failed");
});

test("R4 all else is a failure: no files at hand, or a status that does not pass", () => {
  expect(afterRun({ ...run, snapshot: { status: "UPLOAD_STALLED", hasFiles: false } })).toBe(
    "failed",
  );
  expect(afterRun({ ...run, snapshot: { status: "UPLOAD_FAILED", hasFiles: true } })).toBe(
    "failed",
  );
});
