import { failureLines } from "@swath/contract/processing";
import { expect, test } from "vitest";
import { jobRow, processingRow } from "../testing/rows.ts";
import { failureFileName, failuresOf, failureText, NO_FAILURES } from "./job-results-dialog.tsx";

const failed = (file: string, ...messages: string[]) => ({
  file_names: [file],
  failure_message: messages,
});

test("what failed is saved by message with its files, or that nothing did", () => {
  const lines = failureLines([
    failed("a.laz", "cut off\nbad points"),
    failed("b.laz", "bad points"),
  ]);
  expect(failureText(lines)).toBe("bad points (2)\n  a.laz\n  b.laz\ncut off (1)\n  a.laz\n");
  const nothing = failureLines([failed("a.laz", "ERROR: no input specified")]);
  expect(failureText(nothing)).toBe(`${NO_FAILURES}\n`);
});

test("both ICP stages are summed up together, under one name", () => {
  const icp1 = jobRow({ name: "ICP1_MineIP1", failedFiles: [failed("1.laz", "x")] });
  const icp2 = jobRow({ name: "ICP2_MineIP1", failedFiles: [failed("2.laz", "y")] });
  const row = processingRow({ stages: [jobRow({ name: "PI1_MineIP1" }), icp1, icp2] });
  expect(failuresOf(row, icp1)).toHaveLength(2);
  expect(failureFileName(row, icp2)).toBe("SL000001_ICP_Errors.txt");
});
