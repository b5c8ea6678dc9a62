import { runEndpoints } from "@swath/contract/processing";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { rms, runTwice } from "../testing/run-twice.ts";
import { testStage } from "../testing/run-rig.ts";
import { LEADER, serveRig } from "../testing/serve-rig.ts";
import { report, useRig } from "../testing/use-rig.ts";

const rig = useRig();
const server = () => serveRig(rig());

/** What waits in the inbox of failures. */
async function inbox() {
  const { rows } = await sql<{ kind: string; example: string }>`SELECT kind, example
    FROM job_failures WHERE is_open`.execute(rig().db);
  return rows;
}
const missed = (value: number) => ({
  kind: "missedBound",
  example: `RMS is ${value} m, at most 0.3 is allowed`,
});

/** A job whose attempts had these measures, of which 0.3 is the most that needs no QA. */
async function attemptsOf(...values: number[]): Promise<string> {
  const accept = [{ measure: "rms", most: 0.3, otherwise: "QA" }];
  rig().install(testStage("PI1", { accept }));
  const processingId = await rig().seedProcessing(["PI1"]);
  for (const value of values) {
    await rig().order(processingId, "PI1");
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => ({ ...report(), measures: rms(value) }));
    await rig().settle();
  }
  return processingId;
}

const restore = async (processingId: string, attempt: string) =>
  server()(runEndpoints.restoreAttempt, {
    params: { processingId, job: "PI1", attempt },
    identity: LEADER,
  });

describe("an attempt", () => {
  test("processing/T4 that missed a bound is in the inbox again once it is restored, by its own message", async () => {
    const processingId = await attemptsOf(0.4, 0.2, 0.5);
    expect(await inbox()).toEqual([missed(0.5)]);
    await restore(processingId, "1");
    expect(await inbox()).toEqual([missed(0.4)]);
    await restore(processingId, "2");
    expect(await inbox()).toEqual([]);
    await restore(processingId, "3");
    await rig().move(processingId, "PI1", "completeQA", { qa_user: "Quinn Quality" });
    expect(await inbox()).toEqual([]);
    await restore(processingId, "1");
    expect(await inbox()).toEqual([missed(0.4)]);
  });

  test("that is restored needs its own QA again", async () => {
    const accept = [{ measure: "rms", most: 0.3, otherwise: "QA" }];
    const { id: processingId, key } = await rig().startRun(testStage("PI1", { accept }));
    await rig().engine.finish(key, () => ({ ...report(), measures: rms(0.4) }));
    await rig().settle();
    await rig().order(processingId, "PI1");
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => ({ ...report(), measures: rms(0.2) }));
    await rig().settle();
    expect((await rig().job(processingId, "PI1")).require_qa).toBe(false);
    const params = { processingId, job: "PI1", attempt: "1" };
    await server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    expect((await rig().job(processingId, "PI1")).require_qa).toBe(true);
  });

  test("processing/T2 that is restored takes on nothing that was judged of another", async () => {
    const later = { inputs: { index: { from: "PI1", glob: "report.json" } }, command: ["x"] };
    rig().install(testStage("ICP1", later), testStage("PI1", { requireQA: true }));
    const processingId = await rig().seedProcessing(["PI1", "ICP1"]);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await rig().order(processingId, "PI1");
      await rig().settle();
      await rig().engine.finish(rig().onlyKey(), () => report());
      await rig().settle();
    }
    const qa = { qa_user: "Quinn Quality", qa_issue_desc: "a gap", qa_issue_res: "none" };
    await rig().move(processingId, "PI1", "completeWithErrors", qa);
    const params = { processingId, job: "PI1", attempt: "1" };
    await server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    await rig().settle();
    expect(await rig().job(processingId, "PI1")).toMatchObject({
      status: "COMPLETED",
      qa_user: null,
      qa_issue_desc: null,
      qa_issue_res: null,
      require_qa: true,
      reason: "Attempt 1 was restored",
    });
    expect((await rig().job(processingId, "ICP1")).status).toBe("NOT_COMMENCED");
  });

  test("processing/T2 that is the job's already is restored without a change", async () => {
    const processingId = await runTwice(rig());
    await rig().move(processingId, "PI1", "completeQA", { qa_user: "Quinn Quality" });
    const params = { processingId, job: "PI1", attempt: "2" };
    await server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    expect(await rig().job(processingId, "PI1")).toMatchObject({
      status: "QA_COMPLETED",
      qa_user: "Quinn Quality",
    });
  });

  test("processing/T2 with errors is restored with its failures, whatever the latest left", async () => {
    const stage = testStage("PI1", { tasks: { each: "points" } });
    const { id: processingId, key } = await rig().startRun(stage);
    await rig().engine.finish(key, ({ name }) =>
      name === "a.laz" ? report() : { ending: "failed", exitCode: 1 },
    );
    await rig().settle();
    const { failed_files: files, run_ended: ended } = await rig().job(processingId, "PI1");
    await rig().order(processingId, "PI1");
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), ({ name }) => ({ files: { [`${name}.json`]: "" } }));
    await rig().settle();
    expect((await rig().job(processingId, "PI1")).status).toBe("COMPLETED");
    const params = { processingId, job: "PI1", attempt: "1" };
    await server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    const restored = await rig().job(processingId, "PI1");
    expect(restored).toMatchObject({
      status: "COMPLETED_WITH_ERRORS",
      require_qa: true,
      succeeded: 1,
      failed: 1,
    });
    expect(restored.failed_files).toEqual(files);
    expect(await inbox()).toMatchObject([{ kind: "failed" }]);
    expect(restored.run_ended!.getTime()).toBeLessThanOrEqual(ended!.getTime());
  });
});
