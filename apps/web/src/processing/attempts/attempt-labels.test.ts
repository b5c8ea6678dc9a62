import { TASK_ENDINGS } from "@swath/contract/processing";
import { expect, test } from "vitest";
import { attempt, task } from "../testing/attempts.ts";
import { attemptBefore, attemptOfJob, endingOf, whyItDied } from "./attempt-labels.ts";

test("exit, signal, memory, time, disk and node are distinguished", () => {
  expect(endingOf(task({ ending: "failed", exitCode: 3 }))).toBe(
    "Its program ended with exit code 3",
  );
  expect(endingOf(task({ ending: "signalled", signal: "SIGSEGV" }))).toBe(
    "Its program was ended by SIGSEGV",
  );
  expect(endingOf(task({ ending: "outOfMemory", peakMemoryBytes: 1_073_741_824 }))).toBe(
    "It needed more memory than it was given: 1.00 GB were in use",
  );
  const times = { started: "2026-03-14T06:00:00.000Z", ended: "2026-03-14T06:30:00.000Z" };
  expect(endingOf(task({ ending: "outOfTime", ...times }))).toBe(
    "It took longer than its time limit, after 30 min",
  );
  expect(endingOf(task({ ending: "nodeLost", node: "node-07" }))).toBe(
    "The node node-07 was lost while it ran",
  );
  const words = TASK_ENDINGS.map((ending) => endingOf(task({ ending })));
  expect(new Set(words).size).toBe(TASK_ENDINGS.length);
});

test("one failed task is said in full, of several each kind with its count", () => {
  expect(whyItDied([task({}), task({ ending: "outOfTime", started: null })])).toEqual([
    "line_1: It took longer than its time limit",
  ]);
  const memory = task({ ending: "outOfMemory" });
  expect(whyItDied([task({ name: "a", ending: "nodeLost", node: "n1" }), memory, memory])).toEqual([
    "2 tasks: out of memory",
    "a: The node n1 was lost while it ran",
  ]);
  expect(whyItDied([task({})])).toEqual([]);
});

test("a job's results are those of its published attempt, compared with the one before that measured", () => {
  const measures = [{ name: "rms", label: "RMS", value: 1, unit: "m" }];
  const attempts = [
    attempt({ attempt: 4, outcome: "fail", published: false, measures: [] }),
    attempt({ attempt: 3, published: true, measures }),
    attempt({ attempt: 2, outcome: "fail", published: false, measures: [] }),
    attempt({ attempt: 1, published: false, measures }),
  ];
  const own = attemptOfJob(attempts)!;
  expect(own.attempt).toBe(3);
  expect(attemptBefore(attempts, own)?.attempt).toBe(1);
  expect(attemptBefore(attempts, attempts[3]!)).toBeUndefined();
});
