import { expect, test } from "vitest";
import { type RunEnd, wayOn } from "./way-on.ts";

const end = (status: RunEnd["state"]["status"], facts: Partial<RunEnd> = {}): RunEnd => ({
  state: { status, reason: null },
  isFolderOther: false,
  namedFiles: false,
  ...facts,
});
const COMPARED = "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED";
const failed = { status: "VALIDATING_UPLOAD_FAILED", reason: "2 files differ." } as const;

test("E1 data that is ready is the good end", () => {
  expect(wayOn(end("DATA_READY"))).toEqual({ kind: "ready" });
});

test("E2 another folder is a stated end once its files are named, and only where the drive was changed", () => {
  const reset = expect.objectContaining({ kind: "reset" });
  expect(wayOn(end(COMPARED, { isFolderOther: true, namedFiles: true }))).toEqual(reset);
  expect(wayOn(end(COMPARED, { isFolderOther: true }))).toEqual({ kind: "again" });
  expect(wayOn(end(COMPARED, { namedFiles: true }))).toEqual({ kind: "again" });
});

test("E3 a failed validation is stated with its reason, and a fault of the server where the drive was not changed", () => {
  const violation = expect.objectContaining({ kind: "violation" });
  expect(wayOn(end(failed.status, { state: failed, isFolderOther: true }))).toEqual({
    kind: "reset",
    reason: failed.reason,
  });
  expect(wayOn(end(failed.status, { state: failed }))).toEqual(violation);
  expect(wayOn(end(failed.status, { isFolderOther: true }))).toEqual(violation);
});

test("E4 an upload that nobody cancelled is never cancelled", () => {
  expect(wayOn(end("UPLOAD_CANCELLED")).kind).toBe("violation");
});

test("E5 every other status has the same command as its way on", () => {
  for (const status of ["UPLOADING", "UPLOAD_STALLED", "UPLOAD_FAILED"] as const)
    expect(wayOn(end(status, { isFolderOther: true, namedFiles: true }))).toEqual({
      kind: "again",
    });
});
