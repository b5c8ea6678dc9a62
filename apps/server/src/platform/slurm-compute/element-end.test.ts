import { describe, expect, test } from "vitest";
import { elementEnd, elementPhase, isHeldByLaunch } from "./element-end.ts";
import { jobRecordSchema } from "./job-record.ts";
import { isHeld, waitingReason } from "./slurm-engine.ts";

const job = (given: object) => jobRecordSchema.parse({ job_id: 7, name: "swath-1-1", ...given });

describe("an element", () => {
  test.each([
    ["PENDING", "waiting"],
    ["RUNNING", "running"],
    [["COMPLETING", "NODE_FAIL"], "running"],
    [["PENDING", "REQUEUED"], "waiting"],
    ["COMPLETED", "ended"],
    ["CANCELLED", "ended"],
    [["FAILED"], "ended"],
  ])("of state %j is %s", (state, phase) => {
    expect(elementPhase(job({ job_state: state }))).toBe(phase);
  });

  test("whose runner was not found says what the shell said", () => {
    const ended = job({ job_state: "FAILED", exit_code: 127 << 8 });
    expect(elementEnd(ended, "node: No such file or directory").reason).toBe(
      "its runner ended with exit code 127: node: No such file or directory",
    );
  });

  test("compute/E12 that Slurm holds because its launch failed has ended, its tasks are lost", () => {
    const said = "launch failed requeued held";
    for (const more of [
      { state_reason: said },
      { state_reason: "JobHeldAdmin", state_description: said },
    ]) {
      const held = job({ job_state: "PENDING", ...more });
      expect(elementPhase(held)).toBe("ended");
      expect(elementEnd(held)).toEqual({ ending: "nodeLost", reason: "could not be launched" });
    }
    const given = { state_reason: "JobHeldUser", state_description: said };
    const cancelled = job({ job_state: "CANCELLED", ...given });
    expect(elementEnd(cancelled)).toEqual({ ending: "nodeLost", reason: "could not be launched" });
    expect(isHeldByLaunch(cancelled)).toBe(false);
    const byPerson = job({ job_state: "PENDING", state_reason: "JobHeldAdmin" });
    expect(elementPhase(byPerson)).toBe("waiting");
  });

  test.each([
    [{ job_state: "TIMEOUT" }, "outOfTime", "reached the time limit of its job"],
    [{ job_state: ["OUT_OF_MEMORY"] }, "outOfMemory", "used more memory than its job may"],
    [{ job_state: "NODE_FAIL" }, "nodeLost", "was on a node that failed"],
    [{ job_state: "CANCELLED" }, "cancelled", "was cancelled"],
    // A wait status: 42 in its second byte, a signal in its first.
    [{ job_state: "FAILED", exit_code: 10_752 }, "nodeLost", "its runner ended with exit code 42"],
    [{ job_state: "FAILED", exit_code: 9 }, "nodeLost", "its runner was ended by signal 9"],
    [
      {
        job_state: ["FAILED"],
        exit_code: {
          return_code: { set: true, number: 42 },
          signal: { id: { set: false, number: 0 } },
        },
      },
      "nodeLost",
      "its runner ended with exit code 42",
    ],
    [{ job_state: "COMPLETED", exit_code: 0 }, "nodeLost", "its runner left no result"],
  ])("that ended as %j leaves tasks that are %s", (given, ending, reason) => {
    expect(elementEnd(job(given))).toEqual({ ending, reason });
  });
});

describe("a pending job says why it waits", () => {
  test.each([
    ["Resources", "waits for free processors or memory", false],
    ["ReqNodeNotAvail, UnavailableNodes:n1", "waits for nodes that are down or reserved", false],
    ["BeginTime", "was put off to a later time, as after a lost node", false],
    ["JobHeldUser", "is held by its user", true],
    ["SomethingNew", "waits: Slurm says SomethingNew", false],
  ])("%s", (reason, words, held) => {
    expect(waitingReason(reason)).toBe(words);
    expect(isHeld(reason)).toBe(held);
  });
});
