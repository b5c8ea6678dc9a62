import type { ReportView } from "@swath/survey/report";
import { expect, test } from "vitest";
import type { JudgedFolder } from "../judging/folder-judge.ts";
import type { FindingsStep, Review, ReviewStep } from "../review/review-steps.ts";
import { IDLE, nextChoice, type Choice } from "./choice.ts";

const folder: JudgedFolder = {
  view: {} as ReportView,
  accepted: [
    { path: "FL000123_045/a.000", size: 1, kind: "gps", destination: "LiDAR", index: 1 },
    { path: "FL000123_045/a.range", size: 1, kind: "range", destination: "LiDAR", index: 0 },
  ],
  file: () => new File([], "a"),
  page: () => Promise.reject(new Error("not asked for")),
};
const asks: FindingsStep = {
  kind: "findings",
  title: "Check Zero-byte Files",
  message: "",
  rules: [],
  blocks: false,
  confirm: "Continue",
  cancel: "Cancel",
};
const types: ReviewStep = { kind: "fileTypes", groups: [] };
const reviewOf = (steps: readonly ReviewStep[], change: Partial<Review> = {}): Review => ({
  reported: true,
  blocked: false,
  steps,
  ...change,
});
const judged = (review: Review): Choice => nextChoice(IDLE, { type: "judged", folder, review });
const confirmed = (choice: Choice): Choice => nextChoice(choice, { type: "confirmed" });

test("C1 a judged folder is shown in its report", () => {
  expect(judged(reviewOf([]))).toMatchObject({ phase: "reporting", folder });
});

test("C1 a folder whose review shows no report is chosen at once", () => {
  expect(judged(reviewOf([], { reported: false }))).toEqual({ phase: "chosen", folder });
});

test("C2 the report leads to the dialogs, one after another, and they to the choice", () => {
  const first = confirmed(judged(reviewOf([asks, { ...asks, title: "next" }])));
  expect(first).toMatchObject({ phase: "reviewing", steps: [asks, { title: "next" }] });
  const second = confirmed(first);
  expect(second).toMatchObject({ phase: "reviewing", steps: [{ title: "next" }] });
  expect(confirmed(second)).toEqual({ phase: "chosen", folder });
});

test("C2 the chosen types of file alone are left", () => {
  const open = confirmed(judged(reviewOf([types])));
  const chosen = nextChoice(open, { type: "confirmed", groups: new Set(["gps"]) });
  expect(chosen).toMatchObject({ phase: "chosen", folder: { accepted: [{ kind: "gps" }] } });
  expect(chosen.phase === "chosen" && chosen.folder.accepted).toHaveLength(1);
});

test("C3 a report that blocks and a dialog that blocks cannot be confirmed", () => {
  const report = judged(reviewOf([], { blocked: true }));
  expect(confirmed(report)).toBe(report);
  const dialog = confirmed(judged(reviewOf([{ ...asks, blocks: true }])));
  expect(dialog.phase).toBe("reviewing");
  expect(confirmed(dialog)).toBe(dialog);
});

test("C4 cancelling a dialog goes back to the report, cancelling the report drops the folder", () => {
  const report = judged(reviewOf([asks]));
  const back = nextChoice(confirmed(report), { type: "cancelled" });
  expect(back).toEqual(report);
  expect(nextChoice(back, { type: "cancelled" })).toEqual(IDLE);
});

test("a confirmation without anything open changes nothing", () => {
  expect(confirmed(IDLE)).toBe(IDLE);
});
