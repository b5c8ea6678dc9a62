import { expect, test } from "vitest";
import { faultText } from "./fault-text.ts";

test("an inconsistent folder is reported in the words of the specification", () => {
  const status = "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED";
  expect(faultText(status, undefined, null)).toEqual({
    text: "File inconsistency detected. Please select the original folder.",
    detail: undefined,
  });
});

test("the reason that the server keeps stands below the text of the status", () => {
  const status = "GENERATING_METADATA_N_UPLOAD_TASK_FAILED";
  expect(faultText(status, undefined, "The store is full")).toEqual({
    text: "Failed to upload metadata. Please try again...",
    detail: "The store is full",
  });
});

test("an error of this page comes before the reason that the server keeps", () => {
  const status = "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED";
  const error = { code: "X", message: "The server refused", detail: "because" };
  expect(faultText(status, error, "older")).toEqual({
    text: "The server refused",
    detail: "because",
  });
});

test("an error is shown at any other status too, and nothing without one", () => {
  const error = { code: "X", message: "A file cannot be read" };
  expect(faultText("UPLOAD_PAUSED", error, null)?.text).toBe("A file cannot be read");
  expect(faultText("UPLOADING", undefined, "a reason of before")).toBeUndefined();
});
