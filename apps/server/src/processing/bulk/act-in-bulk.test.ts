import { expect, test } from "vitest";
import { partsOf } from "./act-in-bulk.ts";
import type { JudgedJob } from "./bulk-context.ts";

const job = (n: number, name = "GPS"): JudgedJob => ({
  processingId: String(n),
  job: name,
  label: name,
  flightId: null,
  sensorId: null,
  projectId: null,
  updated: null,
  code: null,
  reason: null,
});

test("jobs are parted in their order, those of one processing never", () => {
  const jobs = Array.from({ length: 600 }, (_, n) => job(n));
  const twice = jobs.flatMap((each, n) => (n === 249 ? [each, job(n, "LMS")] : [each]));
  const parts = partsOf(twice);
  expect(parts.flat()).toEqual(twice);
  expect(parts.map(({ length }) => length)).toEqual([251, 250, 100]);
});
