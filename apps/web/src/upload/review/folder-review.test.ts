import type { ReportView } from "@swath/survey/report";
import { expect, test } from "vitest";
import type { ValidatedFolder } from "../validation/folder-validator.ts";
import type { FindingsStep, ReviewPlan, ReviewStep } from "./review-plan.ts";
import { IDLE, nextReview, type FolderReview } from "./use-folder-review.ts";

const folder: ValidatedFolder = {
  view: {} as ReportView,
  accepted: [
    { path: "FL000123_045/a.000", size: 1, kind: "gps", destination: "LiDAR", index: 1 },
    { path: "FL000123_045/a.range", size: 1, kind: "range", destination: "LiDAR", index: 0 },
  ],
  file: () => new File([], "a"),
  page: () => Promise.reject(new Error("not requested")),
};
const findings: FindingsStep = {
  kind: "findings",
  title: "Check Zero-byte Files",
  message: "",
  rules: [],
  blocks: false,
  confirm: "Continue",
  cancel: "Cancel",
};
const types: ReviewStep = { kind: "fileTypes", groups: [] };
const planOf = (steps: readonly ReviewStep[], change: Partial<ReviewPlan> = {}): ReviewPlan => ({
  showsReport: true,
  blocked: false,
  steps,
  ...change,
});
const validated = (plan: ReviewPlan): FolderReview =>
  nextReview(IDLE, { type: "validated", folder, plan });
const confirmed = (review: FolderReview): FolderReview => nextReview(review, { type: "confirmed" });

test("upload-screen/C1 a validated folder is shown in its report", () => {
  expect(validated(planOf([]))).toMatchObject({ phase: "report", folder });
});

test("upload-screen/C1 a folder whose review shows no report is approved at once", () => {
  expect(validated(planOf([], { showsReport: false }))).toEqual({ phase: "approved", folder });
});

test("upload-screen/C2 the report leads to the dialogs, one after another, and the last approves", () => {
  const first = confirmed(validated(planOf([findings, { ...findings, title: "next" }])));
  expect(first).toMatchObject({ phase: "steps", steps: [findings, { title: "next" }] });
  const second = confirmed(first);
  expect(second).toMatchObject({ phase: "steps", steps: [{ title: "next" }] });
  expect(confirmed(second)).toEqual({ phase: "approved", folder });
});

test("upload-screen/C2 only the selected types of file are left", () => {
  const open = confirmed(validated(planOf([types])));
  const approved = nextReview(open, {
    type: "confirmed",
    selected: { groups: new Set(["gps"]) },
  });
  expect(approved).toMatchObject({ phase: "approved", folder: { accepted: [{ kind: "gps" }] } });
  expect(approved.phase === "approved" && approved.folder.accepted).toHaveLength(1);
});

test("upload-screen/C2 what an update leaves out is not sent", () => {
  const open = confirmed(validated(planOf([{ kind: "difference" }])));
  const [left, ...sent] = folder.accepted;
  const selected = { leftOut: new Set([left!.path]) };
  const approved = nextReview(open, { type: "confirmed", selected });
  expect(approved).toMatchObject({ phase: "approved", folder: { accepted: sent } });
});

test("upload-screen/C3 a report that blocks and a dialog that blocks cannot be confirmed", () => {
  const report = validated(planOf([], { blocked: true }));
  expect(confirmed(report)).toBe(report);
  const dialog = confirmed(validated(planOf([{ ...findings, blocks: true }])));
  expect(dialog.phase).toBe("steps");
  expect(confirmed(dialog)).toBe(dialog);
});

test("upload-screen/C4 cancelling a dialog goes back to the report, cancelling the report drops the folder", () => {
  const report = validated(planOf([findings]));
  const back = nextReview(confirmed(report), { type: "cancelled" });
  expect(back).toEqual(report);
  expect(nextReview(back, { type: "cancelled" })).toEqual(IDLE);
});

test("a confirmation without anything open changes nothing", () => {
  expect(confirmed(IDLE)).toBe(IDLE);
});
