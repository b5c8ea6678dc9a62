import { describe, expect, test } from "vitest";
import type { ActionFacts } from "../job-facts.ts";
import type { JobArea, JobStatus } from "../job-status.ts";
import { refusalOf } from "../offered-actions.ts";
import { USUAL_PROCESSING } from "../testing/usual-processing.ts";
import { BULK_ACTIONS, BULK_LABELS, bulkRefusalOf, jobActionOf } from "./bulk-endpoints.ts";

const facts = (area: JobArea, status: JobStatus, version = 4.2): ActionFacts => ({
  processing: { ...USUAL_PROCESSING, documentMajorVersion: version },
  job: {
    area,
    name: area.toUpperCase(),
    status,
    active: true,
    qaUser: null,
    attempts: 1,
    failed: 0,
    hasOutput: true,
    requireQA: true,
    allow: ["manual", "ignore", "supersede"],
    next: null,
    laterBegan: false,
    ownQA: false,
  },
  roles: ["base", "resubmit"],
});

describe("an action on many jobs", () => {
  test.each([
    ["resubmit", facts("lms", "FAILED"), "resubmit"],
    ["resubmit", facts("lms", "FAILED", 3), "resubmitJob"],
    ["cancel", facts("lms", "RUNNING"), "cancelLMS"],
    ["cancel", facts("stage", "RUNNING"), "cancelJob"],
    ["completeQA", facts("lms", "COMPLETED", 3), "completeQA"],
    ["markIgnored", facts("lms", "FAILED"), "markIgnored"],
  ] as const)("%s is to one job what its menu calls so", (action, of, single) => {
    expect(jobActionOf(action, of)).toBe(single);
  });

  test("is refused as the menu of each refuses it", () => {
    const of = facts("stage", "COMPLETED");
    expect(bulkRefusalOf("completeQA", of)).toBeUndefined();
    expect(bulkRefusalOf("cancel", of)).toBe(refusalOf("cancelJob", of));
    expect(bulkRefusalOf("cancel", facts("lms", "RUNNING"))).toBeUndefined();
  });

  test("is called as in the menu of a job whose name is not known", () => {
    expect(BULK_ACTIONS.filter((action) => BULK_LABELS[action] === undefined)).toEqual([]);
    expect(BULK_LABELS.resubmit).toBe("Resubmit Job");
    expect(BULK_LABELS.cancel).toBe("Cancel Job");
  });
});
