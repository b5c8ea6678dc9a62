import { describe, expect, test } from "vitest";
import { JOB_STATES } from "./job-states.ts";
import { JOB_AREAS, JOB_STATUS, JOB_STATUSES, statusesOf } from "./job-status.ts";

const next = (area: keyof typeof JOB_STATES, from: string, event: string) =>
  JOB_STATES[area].nextStatus(from as never, event as never);

const cancellable = (area: keyof typeof JOB_STATES) =>
  JOB_STATUSES.filter((status) => next(area, status, "cancel") !== undefined);

describe("the states of jobs (document 3, section 4.1)", () => {
  test("each area has the statuses of its column, and its table leads to no other", () => {
    expect(statusesOf("gps")).toEqual([
      "NOT_COMMENCED",
      "QUEUED",
      "RUNNING",
      "COMPLETED",
      "FAILED",
      "QA_COMPLETED_WITH_ERRORS",
      "MANUAL_PROCESSING_REQUIRED",
      "MANUALLY_PROCESSED",
      "IGNORE",
      "UNAVAILABLE",
    ]);
    expect(statusesOf("lms")).toContain("CANCELLED");
    expect(statusesOf("stage")).not.toContain("MANUAL_PROCESSING_REQUIRED");
    for (const area of JOB_AREAS)
      for (const { from, to } of JOB_STATES[area].transitions)
        expect(statusesOf(area)).toEqual(expect.arrayContaining([from, to]));
  });

  test("a stage runs from its order to its end by what the engine reports", () => {
    const events = ["order", "submit", "accept", "start", "succeed"];
    let status: string | undefined = "NOT_COMMENCED";
    const seen = events.map((event) => (status = next("stage", status ?? "", event)));
    expect(seen).toEqual(["PREQUEUE", "QUEUING", "QUEUED", "RUNNING", "COMPLETED"]);
  });

  test("a run that its engine lost is submitted again", () => {
    expect(next("stage", "RUNNING", "lose")).toBe("QUEUING");
    expect(next("gps", "RUNNING", "lose")).toBe("QUEUED");
  });

  test("QA of a GPS or LMS job leaves it COMPLETED, a stage has a status of its own", () => {
    expect(next("gps", "COMPLETED", "completeQA")).toBe("COMPLETED");
    expect(next("lms", "FAILED", "completeQA")).toBe("COMPLETED");
    expect(next("stage", "COMPLETED_WITH_ERRORS", "completeQA")).toBe("QA_COMPLETED");
  });

  test("only a running stage and a queued or running LMS job can be cancelled", () => {
    expect(cancellable("gps")).toEqual([]);
    expect(cancellable("lms")).toEqual(["QUEUED", "RUNNING"]);
    expect(cancellable("stage")).toEqual(["RUNNING"]);
  });

  test("nothing that runs is ordered once more, and every other way ends where it can be", () => {
    for (const area of JOB_AREAS)
      for (const status of statusesOf(area)) {
        const ordered = next(area, status, "order");
        if (JOB_STATUS[status].kind === "active") expect(ordered).toBeUndefined();
        else if (status !== "NOT_APPLICABLE" && status !== "UNAVAILABLE")
          expect(ordered).toBe(area === "stage" ? "PREQUEUE" : "QUEUED");
      }
  });
});
