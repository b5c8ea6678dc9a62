import { expect, test } from "vitest";
import { type TimedJob, etasOf } from "./eta.ts";

const GB = 1e9;
const NOW = 1_000_000_000;
const at = (seconds: number): Date => new Date(NOW + seconds * 1_000);
const job = (name: string, rest: Partial<TimedJob>): TimedJob => ({
  name,
  requires: [],
  state: "due",
  started: null,
  expectedStart: null,
  bytes: null,
  ...rest,
});
const durations = new Map([
  ["GPS", { seconds: 10, secondsPerGB: 0 }],
  ["LMS", { seconds: 0, secondsPerGB: 60 }],
  ["PI1", { seconds: 5, secondsPerGB: 30 }],
]);
const ends = (...jobs: TimedJob[]) =>
  Object.fromEntries(
    [...etasOf(jobs, durations, NOW)].map(([name, end]) => [name, (end - NOW) / 1_000]),
  );

test("processing/E1 a run ends after what its stage takes; one that is late ends now", () => {
  expect(ends(job("LMS", { started: at(-20), bytes: 2 * GB }))).toEqual({ LMS: 100 });
  expect(ends(job("LMS", { started: at(-200), bytes: 2 * GB }))).toEqual({ LMS: 0 });
});

test("processing/E2 a run that waits starts when its engine expects it, else now", () => {
  expect(ends(job("LMS", { expectedStart: at(30), bytes: GB }))).toEqual({ LMS: 90 });
  expect(ends(job("LMS", { expectedStart: at(-30), bytes: GB }))).toEqual({ LMS: 60 });
  expect(ends(job("LMS", { bytes: GB }))).toEqual({ LMS: 60 });
});

test("processing/E3 a job without a run follows the last of those before it, and reads as much", () => {
  const jobs = [
    job("GPS", { state: "done", bytes: GB / 10 }),
    job("LMS", { requires: ["GPS"], started: at(-20), bytes: 2 * GB }),
    job("PI1", { requires: ["LMS", "GPS"] }),
  ];
  expect(ends(...jobs)).toEqual({ LMS: 100, PI1: 165 });
});

test("processing/E4 nothing is expected of what waits for a person, never ran, or requires nothing here", () => {
  expect(ends(job("LMS", { state: "held" }), job("PI1", { requires: ["LMS"] }))).toEqual({});
  expect(ends(job("NEW", { bytes: GB }), job("PI1", { requires: ["NEW"] }))).toEqual({});
  expect(ends(job("PI1", { requires: ["GONE"] }))).toEqual({});
  expect(ends(job("PI1", { requires: ["LMS"] }), job("LMS", { requires: ["PI1"] }))).toEqual({});
});
