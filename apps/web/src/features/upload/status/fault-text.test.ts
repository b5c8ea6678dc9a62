import { expect, test } from "vitest";
import { faultText } from "./fault-text.ts";

test("an inconsistent folder is said in the words of the specification", () => {
  const status = "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED";
  expect(faultText(status, undefined, null)).toEqual({
    text: "File inconsistency detected. Please select the original folder.",
    detail: undefined,
  });
});

test("the reason stands below the text of the status", () => {
  const status = "GENERATING_METADATA_N_UPLOAD_TASK_FAILED";
  const error = { code: "STORE_UNAVAILABLE", message: "The store is not reachable" };
  expect(faultText(status, error, "older")).toEqual({
    text: "Failed to upload metadata. Please try again...",
    detail: "The store is not reachable",
  });
});

test("an error at any other status speaks for itself, and nothing is said without one", () => {
  const error = { code: "X", message: "A file cannot be read" };
  expect(faultText("UPLOAD_PAUSED", error, null)?.text).toBe("A file cannot be read");
  expect(faultText("UPLOADING", undefined, "a reason of before")).toBeUndefined();
});
