import type { Finding, FolderVerdict } from "@swath/survey/judge-folder";
import { describe, expect, test } from "vitest";
import { reviewSteps } from "./review-steps.ts";

const accepted: FolderVerdict["accepted"] = [
  { path: "FL000123_045/FL000123.000", size: 10, kind: "gps", destination: "LiDAR" },
  { path: "FL000123_045/FL000123.pos", size: 5, kind: "pos", destination: "LiDAR" },
  { path: "FL000123_045/FL000123.range", size: 20, kind: "range", destination: "LiDAR" },
];
const fresh = { isUpdate: false, isResume: false };

function found(rule: string, level: Finding["level"]): Finding {
  return { rule, level, message: `about ${rule}`, files: [`${rule}.txt`] };
}

function titles(findings: readonly Finding[], purpose = fresh): string[] {
  return reviewSteps({ accepted, findings }, purpose).map((step) =>
    step.kind === "findings" ? step.title : "types",
  );
}

describe("the review of a folder", () => {
  test("R1 a folder without findings is sent without a dialog", () => {
    expect(titles([])).toEqual([]);
  });

  test("R1 files left out are shown with the minimums met", () => {
    const [step] = reviewSteps({ accepted, findings: [found("no-rule", "invalid")] }, fresh);
    expect(step).toMatchObject({
      title: "File Validation Results",
      message: "Minimum requirements have been met, all VALID files will be uploaded.",
      blocks: false,
    });
  });

  test("R2 a blocked folder shows all results and ends there", () => {
    const findings = [
      found("minimum-gps", "blocked"),
      found("no-rule", "invalid"),
      found("zero-byte", "warning"),
    ];
    const steps = reviewSteps({ accepted, findings }, fresh);
    expect(steps).toHaveLength(1);
    expect(steps[0]).toMatchObject({
      message:
        "Minimum requirements have not been met. No files can be uploaded until this is corrected.",
      blocks: true,
    });
  });

  test("R2 a folder of which nothing is accepted is blocked, minimums or not", () => {
    const steps = reviewSteps({ accepted: [], findings: [found("no-rule", "invalid")] }, fresh);
    expect(steps).toEqual([expect.objectContaining({ blocks: true })]);
  });

  test("R3 each warning is asked in its own dialog, the blank files last", () => {
    expect(
      titles([
        found("zero-byte", "warning"),
        found("no-rule", "invalid"),
        found("gps-series-start", "warning"),
        found("missing-gps-start", "warning"),
      ]),
    ).toEqual([
      "File Validation Results",
      "Missing GPS files",
      "Check GPS Files",
      "Check Zero-byte Files",
    ]);
  });

  test("R3 content that cannot be processed is shown in its own dialog, which blocks", () => {
    const steps = reviewSteps(
      { accepted, findings: [found("content-laz-header", "blocked")] },
      fresh,
    );
    expect(steps).toEqual([expect.objectContaining({ title: "Invalid laz files", blocks: true })]);
  });

  test("R4 an update asks last which types to send, all GPS types as gps", () => {
    const purpose = { isUpdate: true, isResume: false };
    expect(titles([found("zero-byte", "warning")], purpose)).toEqual([
      "Check Zero-byte Files",
      "types",
    ]);
    expect(reviewSteps({ accepted, findings: [] }, purpose)).toEqual([
      {
        kind: "fileTypes",
        groups: [
          { name: "gps", files: 2, bytes: 15 },
          { name: "Range", files: 1, bytes: 20 },
        ],
      },
    ]);
  });

  test("R5 whoever resumes is not asked about the same warnings again, but is still blocked", () => {
    const purpose = { isUpdate: false, isResume: true };
    expect(titles([found("zero-byte", "warning"), found("no-rule", "invalid")], purpose)).toEqual(
      [],
    );
    expect(titles([found("minimum-gps", "blocked")], purpose)).toEqual(["File Validation Results"]);
  });
});
