import { describe, expect, test } from "vitest";
import { isFormer, isLocked, lacksResubmit, nextJob } from "./job-facts.ts";
import type { JobArea, JobStatus } from "./job-status.ts";
import { USUAL_PROCESSING } from "./testing/usual-processing.ts";

const job = (area: JobArea, name: string, status: JobStatus = "NOT_COMMENCED") => ({
  area,
  name,
  status,
  attempts: 0,
});

describe("the next job", () => {
  const jobs = [job("gps", "GPS"), job("lms", "LMS"), job("stage", "ICP1"), job("stage", "ICP2")];

  test.each([
    ["gps", "LMS"],
    ["lms", "ICP1"],
    ["stage", undefined],
  ] as const)("of %s is %s", (area, name) => {
    expect(nextJob(area, jobs)?.name).toBe(name);
  });

  test("is one that applies, or none", () => {
    const skipped = [job("stage", "ICP1", "NOT_APPLICABLE"), job("stage", "ICP2")];
    expect(nextJob("lms", skipped)?.name).toBe("ICP2");
    expect(nextJob("gps", skipped)).toBeNull();
    expect(nextJob("lms", skipped.slice(0, 1))).toBeNull();
  });
});

test.each([
  ["LiDAR-PowerICP", false, true],
  ["PowerICP2-LiDAR", false, true],
  ["LiDAR", false, false],
  [null, false, false],
  ["LiDAR", true, true],
  [null, true, true],
])("the template %s, locked by its file: %s, is locked: %s", (template, locked, isIt) => {
  expect(isLocked({ template, locked })).toBe(isIt);
});

test.each([
  ["LiDAR-MiningAI", 3.2, true],
  ["LiDAR-MiningAI", 3.1, false],
  ["LiDAR-MiningAI", 4.2, false],
  ["MiningAI-LiDAR", 3.2, false],
  [null, 3.2, false],
])("a document of %s, version %s, lacks a resubmission: %s", (template, version, lacks) => {
  const of = { ...USUAL_PROCESSING, template, documentMajorVersion: version };
  expect(lacksResubmit(of)).toBe(lacks);
});

test("documents up to version 3 are of the former service", () => {
  const former = [1.4, 3, 3.2, 4].map((documentMajorVersion) =>
    isFormer({ ...USUAL_PROCESSING, documentMajorVersion }),
  );
  expect(former).toEqual([true, true, false, false]);
});
