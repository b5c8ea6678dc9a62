import { expect, test } from "vitest";
import type { FindingsStep, ReviewStep } from "../review/review-steps.ts";
import { IDLE, nextChoice, type Choice, type JudgedFolder } from "./choice.ts";

const folder: JudgedFolder = {
  picked: [],
  baseFolder: "FL000123_045",
  accepted: [
    { path: "FL000123_045/a.000", size: 1, kind: "gps", destination: "LiDAR" },
    { path: "FL000123_045/a.range", size: 1, kind: "range", destination: "LiDAR" },
  ],
};
const asks: FindingsStep = {
  kind: "findings",
  title: "Check Zero-byte Files",
  message: "",
  findings: [],
  blocks: false,
  severity: "warning",
  confirm: "Continue",
  cancel: "Cancel",
};
const types: ReviewStep = { kind: "fileTypes", groups: [] };
const judged = (...steps: ReviewStep[]): Choice =>
  nextChoice(IDLE, { type: "judged", folder, steps });

test("C1 a folder without dialogs is chosen at once", () => {
  expect(judged()).toEqual({ phase: "chosen", folder });
});

test("C1 dialogs are answered one after another", () => {
  const first = judged(asks, { ...asks, title: "next" });
  const second = nextChoice(first, { type: "confirmed" });
  expect(second).toMatchObject({ phase: "reviewing", steps: [{ title: "next" }] });
  expect(nextChoice(second, { type: "confirmed" })).toEqual({ phase: "chosen", folder });
});

test("C1 the chosen types of file alone are left", () => {
  const chosen = nextChoice(judged(types), { type: "confirmed", groups: new Set(["gps"]) });
  expect(chosen).toMatchObject({ phase: "chosen", folder: { accepted: [{ kind: "gps" }] } });
  expect(chosen.phase === "chosen" && chosen.folder.accepted).toHaveLength(1);
});

test("C2 a dialog that blocks cannot be confirmed", () => {
  const blocked = judged({ ...asks, blocks: true });
  expect(nextChoice(blocked, { type: "confirmed" })).toBe(blocked);
});

test("C3 dismissing drops the folder", () => {
  expect(nextChoice(judged(asks), { type: "dismissed" })).toEqual(IDLE);
});

test("a confirmation without an open dialog changes nothing", () => {
  expect(nextChoice(IDLE, { type: "confirmed" })).toBe(IDLE);
});
