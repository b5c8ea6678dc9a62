import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Role } from "../identity/roles.ts";
import { ACTIONS, JOB_ACTIONS, type JobAction } from "./job-actions.ts";
import type { ActionFacts } from "./job-facts.ts";
import { JOB_AREAS, type JobArea, type JobStatus, statusesOf } from "./job-status.ts";
import { awaitsQA, offeredActions, refusalOf, rowCondition } from "./offered-actions.ts";
import { USUAL_PROCESSING } from "./testing/usual-processing.ts";

interface Change {
  readonly processing?: Partial<ActionFacts["processing"]>;
  readonly job?: Partial<ActionFacts["job"]>;
  readonly roles?: readonly Role[];
}

function facts(area: JobArea, status: JobStatus, change: Change = {}): ActionFacts {
  return {
    processing: { ...USUAL_PROCESSING, ...change.processing },
    job: {
      area,
      name: area === "stage" ? "PI1_MineIP1" : area.toUpperCase(),
      status,
      active: true,
      qaUser: null,
      attempts: 1,
      failed: 0,
      hasOutput: true,
      requireQA: true,
      allow: ["manual", "ignore", "supersede"],
      next: { status: "NOT_COMMENCED", attempts: 0 },
      laterBegan: false,
      ownQA: false,
      ...change.job,
    },
    roles: change.roles ?? ["base", "resubmit"],
  };
}

/** What can be chosen and done. */
const menuOf = (of: ActionFacts): JobAction[] =>
  offeredActions(of)
    .filter((each) => each.disabled === undefined && each.explained === undefined)
    .map(({ action }) => action);
const menu = (...of: Parameters<typeof facts>): JobAction[] => menuOf(facts(...of));
const disabled = (...of: Parameters<typeof facts>) =>
  offeredActions(facts(...of)).filter((each) => each.disabled !== undefined);

describe("what a job offers by its status (document 3, section 4.2)", () => {
  test.each<[JobArea, JobStatus, JobAction[]]>([
    ["gps", "NOT_COMMENCED", ["copyLink"]],
    [
      "gps",
      "COMPLETED",
      [
        "resubmit",
        "completeQA",
        "completeQAWithErrors",
        "markManuallyProcessed",
        "markIgnored",
        "markSuperseded",
        "copyLink",
      ],
    ],
    [
      "lms",
      "FAILED",
      [
        "resubmit",
        "completeQA",
        "markManuallyProcessed",
        "markIgnored",
        "markCompleted",
        "markSuperseded",
        "copyLink",
      ],
    ],
    [
      "stage",
      "QA_COMPLETED_WITH_ERRORS",
      ["resubmit", "markManuallyProcessed", "markIgnored", "markSuperseded", "copyLink"],
    ],
    ["gps", "MANUAL_PROCESSING_REQUIRED", ["markManuallyProcessed", "markSuperseded", "copyLink"]],
    ["stage", "IGNORE", ["resubmit", "markSuperseded", "copyLink"]],
    ["gps", "MANUALLY_PROCESSED", ["submitToLMS", "copyLink"]],
    ["lms", "MANUALLY_PROCESSED", ["submitToNextStage", "copyLink"]],
    ["lms", "QUEUED", ["cancelLMS", "copyLink"]],
    ["lms", "RUNNING", ["cancelLMS", "copyLink"]],
    ["stage", "RUNNING", ["cancelJob", "copyLink"]],
    ["stage", "QUEUED", ["copyLink"]],
  ])("%s %s", (area, status, actions) => {
    expect(menu(area, status)).toEqual(actions);
  });

  test("QA is offered until someone completed it, and only where it is asked for", () => {
    expect(menu("stage", "COMPLETED", { job: { qaUser: "Olive Office" } })).not.toContain(
      "completeQA",
    );
    expect(menu("stage", "COMPLETED", { job: { requireQA: false } })).not.toContain("completeQA");
  });

  test("each flag of a stage's file hides its action", () => {
    const left = menu("stage", "FAILED", { job: { allow: [] } });
    expect(left).toEqual(["resubmit", "completeQA", "markCompleted", "copyLink"]);
  });

  test("failures are viewed where tasks failed, once they were judged too", () => {
    for (const status of [
      "COMPLETED",
      "QA_COMPLETED",
      "QA_COMPLETED_WITH_ERRORS",
      "IGNORE",
    ] as const)
      expect(menu("stage", status, { job: { failed: 2 } })).toContain("viewFailures");
    expect(menu("stage", "COMPLETED")).not.toContain("viewFailures");
  });

  test("point clouds are viewed of stages that make them, where there is an output", () => {
    const job = { name: "ICP2_MineIP1", hasOutput: true };
    for (const status of ["COMPLETED", "QA_COMPLETED", "RUNNING", "FAILED"] as const)
      expect(menu("stage", status, { job: { ...job, attempts: 1 } })).toContain("viewCloud");
    expect(menu("stage", "COMPLETED", { job: { ...job, hasOutput: false } })).not.toContain(
      "viewCloud",
    );
    expect(menu("stage", "COMPLETED", { job: { ...job, name: "PI1_MineIP1" } })).not.toContain(
      "viewCloud",
    );
    expect(menu("stage", "COMPLETED", { job, roles: ["base", "guest"] })).toEqual([]);
  });

  test("each action that changes a status is confirmed", () => {
    const silent = new Set([
      "viewFailures",
      "viewCloud",
      "copyLink",
      "copyArchiveLink",
      "browseArchive",
    ]);
    for (const action of ACTIONS.filter((each) => !silent.has(each)))
      expect(JOB_ACTIONS[action]).toHaveProperty("confirm");
  });

  test("QA is taken back by who completed it or an administrator, until the next stage begins", () => {
    const judged = { qaUser: "Olive Office" };
    expect(menu("stage", "QA_COMPLETED", { job: judged })).not.toContain("undoQA");
    expect(menu("stage", "QA_COMPLETED", { job: { ...judged, ownQA: true } })).toContain("undoQA");
    const admin = { job: judged, roles: ["base", "admin"] as const };
    for (const [area, status] of [
      ["stage", "QA_COMPLETED_WITH_ERRORS"],
      ["gps", "COMPLETED"],
    ] as const)
      expect(menu(area, status, admin)).toContain("undoQA");
    expect(
      disabled("stage", "QA_COMPLETED", { ...admin, job: { ...judged, laterBegan: true } }),
    ).toContainEqual({ action: "undoQA", disabled: "The next stage has begun" });
    expect(menu("gps", "COMPLETED", { roles: ["base", "admin"] })).not.toContain("undoQA");
  });

  test("a job awaits QA that ended, holds what follows, and offers it to somebody now", () => {
    expect(awaitsQA(facts("stage", "COMPLETED"))).toBe(true);
    expect(awaitsQA(facts("stage", "COMPLETED_WITH_ERRORS", { roles: ["base", "guest"] }))).toBe(
      true,
    );
    for (const change of [
      { job: { requireQA: false } },
      { job: { qaUser: "Olive Office" } },
      { job: { active: false } },
      { processing: { active: false } },
      { processing: { archived: true } },
      { processing: { documentMajorVersion: 3 } },
      { processing: { deletedSuperseded: true } },
    ])
      expect(awaitsQA(facts("stage", "COMPLETED", change))).toBe(false);
    expect(awaitsQA(facts("stage", "FAILED"))).toBe(false);
  });

  test("the link of a job that failed before it ran is disabled", () => {
    const of = disabled("gps", "FAILED", { job: { attempts: 0, hasOutput: false } });
    expect(of).toEqual([{ action: "copyLink", disabled: "It never ran" }]);
  });

  test("exterior orientation alone has no QA with errors, and is not made by hand when completed", () => {
    const eoOnly = { processing: { eoOnly: true } };
    expect(menu("gps", "COMPLETED", eoOnly)).not.toContain("completeQAWithErrors");
    expect(menu("gps", "COMPLETED", eoOnly)).not.toContain("markManuallyProcessed");
    expect(menu("gps", "FAILED", eoOnly)).toContain("markManuallyProcessed");
  });
});

const next = (status: JobStatus, attempts = 1): Change => ({ job: { next: { status, attempts } } });

describe("what goes on from a job that was made by hand", () => {
  test("needs a job to go on to that neither runs nor lacks its program", () => {
    expect(menu("gps", "MANUALLY_PROCESSED", { job: { next: null } })).toEqual(["copyLink"]);
    for (const status of ["QUEUED", "RUNNING", "UNAVAILABLE"] as const)
      expect(disabled("gps", "MANUALLY_PROCESSED", next(status))).toEqual([
        { action: "submitToLMS", disabled: "The next job is queued, running or unavailable" },
      ]);
  });

  test("processing/A3 overwrites an LMS result for those who may resubmit alone", () => {
    const ended = next("COMPLETED");
    expect(menu("gps", "MANUALLY_PROCESSED", ended)).toContain("submitToLMS");
    expect(disabled("gps", "MANUALLY_PROCESSED", { ...ended, roles: ["base"] })).toHaveLength(1);
    expect(menu("gps", "MANUALLY_PROCESSED", { ...next("CANCELLED"), roles: ["base"] })).toContain(
      "submitToLMS",
    );
  });

  test("submits the first stage once", () => {
    expect(menu("lms", "MANUALLY_PROCESSED", next("NOT_COMMENCED", 0))).toContain(
      "submitToNextStage",
    );
    expect(disabled("lms", "MANUALLY_PROCESSED", next("COMPLETED"))).toHaveLength(1);
  });
});

test("an LMS job that was cancelled is submitted again, after its trajectory (decision 2)", () => {
  expect(menu("lms", "CANCELLED", { roles: ["base"] })).toEqual(["submitLMS", "copyLink"]);
  const waits = { processing: { trajectoryDone: false } };
  expect(menu("lms", "CANCELLED", waits)).toEqual(["copyLink"]);
});

describe("a resubmission", () => {
  test.each<[string, Change, string]>([
    [
      "of a locked template",
      { processing: { template: "LiDAR-PowerICP" } },
      "The template is locked",
    ],
    [
      "while a job runs",
      { processing: { statuses: ["PREQUEUE"] } },
      "A job of this processing is queued or running",
    ],
    ["without the group", { roles: ["base"] }, "Only members of the resubmit groups may resubmit"],
  ])("%s is shown and refused", (_, change, reason) => {
    expect(disabled("stage", "COMPLETED", change)).toEqual([
      { action: "resubmit", disabled: reason },
    ]);
    expect(refusalOf("resubmit", facts("stage", "COMPLETED", change))).toBe(reason);
  });

  test.each(["resubmit", "leader", "admin"] as const)("is done by the role %s", (role) => {
    expect(refusalOf("resubmit", facts("stage", "COMPLETED", { roles: [role] }))).toBeUndefined();
  });

  test("is refused in the words of the status that is shown", () => {
    const qaUser = "Quinn Quality";
    expect(refusalOf("resubmit", facts("stage", "NOT_COMMENCED"))).toBe(
      "Not offered while it is 'Not commenced'",
    );
    expect(refusalOf("cancelJob", facts("gps", "COMPLETED", { job: { qaUser } }))).toBe(
      "Not offered while it is 'QA completed'",
    );
    expect(refusalOf("cancelJob", facts("lms", "CANCELLED"))).toBe(
      "Not offered while it is 'Not commenced'",
    );
  });

  test("of a MiningAI stage at 3.2 can be chosen, is explained, and is refused", () => {
    const mining = { processing: { template: "LiDAR-MiningAI", documentMajorVersion: 3.2 } };
    const reason = "Resubmission unavailabe due to folder structure changes, contact support.";
    const offered = offeredActions(facts("stage", "COMPLETED", mining));
    expect(offered).toContainEqual({ action: "resubmit", explained: reason });
    expect(refusalOf("resubmit", facts("stage", "COMPLETED", mining))).toBe(reason);
    expect(menu("gps", "COMPLETED", mining)).toContain("resubmit");
  });

  test("is the processing service's up to version 3, and a job's own above", () => {
    const former = { processing: { documentMajorVersion: 3 } };
    expect(menu("gps", "FAILED", former)).toEqual(["resubmitJob", "copyLink"]);
    expect(menu("gps", "FAILED")).toContain("resubmit");
    expect(menu("gps", "FAILED")).not.toContain("resubmitJob");
  });
});

describe("what a row's condition leaves", () => {
  test.each<[string, Change, JobAction[]]>([
    ["contract/O1", { roles: ["base", "guest"] }, []],
    ["contract/O2", { processing: { deletedSuperseded: true } }, []],
    ["contract/O3", { processing: { archived: true, documentMajorVersion: 1.4 } }, []],
    ["contract/O4", { processing: { archived: true } }, ["copyArchiveLink", "browseArchive"]],
    ["contract/O5", { processing: { active: false } }, ["markUtilised"]],
    ["contract/O5", { job: { active: false } }, ["markUtilised"]],
    ["contract/O6", { processing: { documentMajorVersion: 2 } }, ["resubmitJob", "copyLink"]],
  ])("%s", (rule, change, actions) => {
    expect(rowCondition(facts("stage", "COMPLETED", change)).rule).toBe(rule);
    expect(menu("stage", "COMPLETED", change)).toEqual(actions);
  });

  test("contract/O6 other stages of former versions have no link", () => {
    const of = { processing: { documentMajorVersion: 3 }, job: { name: "ICP1_MineIP1" } };
    expect(menu("stage", "COMPLETED", of)).toEqual(["resubmitJob"]);
  });
});

test("what a menu offers is not refused, and what it does not is", () => {
  const anyFacts = fc
    .record({
      area: fc.constantFrom(...JOB_AREAS),
      pick: fc.nat(),
      version: fc.constantFrom(1.4, 2, 3, 3.2, 4.2),
      template: fc.constantFrom("LiDAR", "LiDAR-MiningAI", "LiDAR-PowerICP", null),
      flags: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      roles: fc.subarray<Role>(["base", "guest", "resubmit", "leader"]),
    })
    .map(({ area, pick, version, template, flags, roles }) => {
      const statuses = statusesOf(area);
      const [active, deleted, archived, eoOnly, running, qa, requireQA, failed] = flags;
      return facts(area, statuses[pick % statuses.length]!, {
        processing: {
          documentMajorVersion: version,
          template,
          active: active!,
          deletedSuperseded: deleted!,
          archived: archived!,
          eoOnly: eoOnly!,
          statuses: [running! ? "RUNNING" : "FAILED"],
        },
        job: { qaUser: qa! ? "someone" : null, requireQA: requireQA!, failed: failed! ? 1 : 0 },
        roles,
      });
    });
  fc.assert(
    fc.property(anyFacts, (of) => {
      const offered = new Set(menuOf(of));
      for (const action of ACTIONS)
        expect(refusalOf(action, of) === undefined).toBe(offered.has(action));
    }),
    { numRuns: 1_000 },
  );
});
