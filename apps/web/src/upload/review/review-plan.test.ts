import type { AcceptedFile, ReportedRule } from "@swath/survey";
import { type RuleId, ruleMessage } from "@swath/survey/rules";
import { describe, expect, test } from "vitest";
import { reviewPlan, type ReviewStep } from "./review-plan.ts";

const accepted: readonly AcceptedFile[] = [
  { path: "FL000123_045/FL000123.000", size: 10, kind: "gps", destination: "LiDAR" },
  { path: "FL000123_045/FL000123.pos", size: 5, kind: "pos", destination: "LiDAR" },
  { path: "FL000123_045/FL000123.range", size: 20, kind: "range", destination: "LiDAR" },
];
const fresh = { isUpdate: false, isResume: false };

function rule(id: RuleId, state: ReportedRule["state"]): ReportedRule {
  const [kept, message] = ["Names are right", ruleMessage(id)];
  return { id, state, kept, message, files: state === "passed" ? [] : [`${id}.txt`] };
}

const titleOf = (step: ReviewStep): string => (step.kind === "findings" ? step.title : step.kind);

function review(rules: readonly ReportedRule[], purpose = fresh, files = accepted) {
  const { steps, ...rest } = reviewPlan({ rules }, files, purpose);
  return { ...rest, steps: steps.map(titleOf) };
}

describe("the review of a folder", () => {
  test("upload-screen/R1 the report of a folder without findings leads to nothing more", () => {
    const rules = [rule("base-folder", "passed"), rule("content-cross-strips", "passed")];
    expect(review(rules)).toEqual({ showsReport: true, blocked: false, steps: [] });
  });

  test("upload-screen/R1 files left out are in the report, and need no dialog", () => {
    expect(review([rule("no-rule", "warned")])).toEqual({
      showsReport: true,
      blocked: false,
      steps: [],
    });
  });

  test("upload-screen/R2 a missed minimum, another sensor's serial and a corrupt plan end with the report", () => {
    for (const id of ["minimum-gps", "content-pos-serial", "content-flight-plan"] as const)
      expect(review([rule(id, "failed"), rule("zero-byte", "warned")])).toEqual({
        showsReport: true,
        blocked: true,
        steps: [],
      });
  });

  test("upload-screen/R2 a folder of which nothing is accepted is blocked, minimums or not", () => {
    expect(review([rule("no-rule", "warned")], fresh, []).blocked).toBe(true);
  });

  test("upload-screen/R3 the warnings are confirmed in the sequence of document 2, section 5, then the house's", () => {
    const rules = [
      rule("part-absent", "warned"),
      rule("left-out-link", "warned"),
      rule("left-out-unreadable", "warned"),
      rule("zero-byte", "warned"),
      rule("content-laz-rgbn", "failed"),
      rule("content-laz-header", "failed"),
      rule("content-fms-end", "warned"),
      rule("content-fms-start", "warned"),
      rule("content-fms-missing", "warned"),
      rule("content-fms-unexpected", "warned"),
      rule("content-cross-strips", "warned"),
      rule("missing-gps-start", "warned"),
    ];
    expect(review(rules).steps).toEqual([
      "Missing GPS files",
      "No Cross-Strips Found!",
      "Check FMS Log Files",
      "Check FMS Log Files",
      "Invalid laz files",
      "Check Zero-byte Files",
      "Check What Was Left Out",
      "Check Flight Parts",
    ]);
  });

  test("upload-screen/R3 our own questions stand after those of the specification", () => {
    const rules = [
      rule("content-plan-shapes", "warned"),
      rule("content-contradiction", "warned"),
      rule("content-zeros", "warned"),
      rule("content-cut-off", "warned"),
      rule("zero-byte", "warned"),
    ];
    expect(review(rules).steps).toEqual([
      "Check Zero-byte Files",
      "Check Damaged Files",
      "Check Flight Plan",
    ]);
  });

  test("upload-screen/R3 LAZ that cannot be processed is shown in its own dialog, which blocks", () => {
    const { steps } = reviewPlan(
      { rules: [rule("content-laz-header", "failed")] },
      accepted,
      fresh,
    );
    expect(steps).toEqual([
      expect.objectContaining({ title: "Invalid laz files", blocks: true, shown: 3 }),
    ]);
  });

  test("upload-screen/R4 an update selects last which types to send, all GPS types as gps", () => {
    const purpose = { isUpdate: true, isResume: false };
    expect(review([rule("zero-byte", "warned")], purpose).steps).toEqual([
      "Check Zero-byte Files",
      "fileTypes",
      "difference",
    ]);
    expect(reviewPlan({ rules: [] }, accepted, purpose).steps).toEqual([
      {
        kind: "fileTypes",
        groups: [
          { name: "gps", files: 2, bytes: 15 },
          { name: "Range", files: 1, bytes: 20 },
        ],
      },
      { kind: "difference" },
    ]);
  });

  test("upload-screen/R5 a resumption does not confirm the same warnings again, but is still blocked", () => {
    const purpose = { isUpdate: false, isResume: true };
    expect(review([rule("zero-byte", "warned"), rule("no-rule", "warned")], purpose)).toEqual({
      showsReport: false,
      blocked: false,
      steps: [],
    });
    expect(review([rule("minimum-gps", "failed")], purpose)).toMatchObject({
      showsReport: true,
      blocked: true,
    });
    expect(review([rule("content-laz-header", "failed")], purpose)).toEqual({
      showsReport: true,
      blocked: false,
      steps: ["Invalid laz files"],
    });
  });
});
