import { endpoints } from "@swath/contract/endpoints";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CREW, type Failing, type FailingJob, failingJobs } from "../testing/failing-jobs.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(() => rig.database.drop());
beforeEach(() => sql`DELETE FROM job_failures`.execute(rig.db));

const { end, failed, groups, shown, count, only } = failingJobs(() => rig);
const crew = CREW;

const body = (id: string, cluster_name: FailingJob) => ({ process_id: id, cluster_name });
const issue = { QAIssueDesc: "gap", QAIssueRes: "flown again" };

/** What takes a failure out, by the calls of the dashboards. */
const WAYS_OUT = {
  "QA completed": (id: string, job: FailingJob) =>
    rig.ask(endpoints.completeQA, { body: { ...body(id, job), Reason: "seen" }, identity: crew }),
  ignored: (id: string, job: FailingJob) =>
    rig.ask(endpoints.markIgnored, { body: { ...body(id, job), Ignore: true }, identity: crew }),
  "processed by hand": (id: string, job: FailingJob) =>
    rig.ask(endpoints.markManuallyProcessed, {
      body: { ...body(id, job), ManuallyProcessed: true },
      identity: crew,
    }),
  "marked as completed": (id: string, job: FailingJob) =>
    rig.ask(endpoints.markCompleted, { body: body(id, job), identity: crew }),
  superseded: (id: string, job: FailingJob) =>
    rig.ask(endpoints.markSuperseded, {
      body: { ...body(id, job), Active: false },
      identity: crew,
    }),
  resubmitted: (id: string, job: FailingJob) =>
    rig.ask(endpoints.resubmitJob, {
      body: { process_id: id, cluster_output: job },
      identity: crew,
    }),
  "that its flight is archived": (id: string) =>
    sql`UPDATE flights SET archive_s3_path_imagery = 's3://archive/x/'
      WHERE flight_id = (SELECT flight_id FROM processings WHERE id = ${id})`.execute(rig.db),
  "that it is archived itself": (id: string) =>
    sql`UPDATE processings SET archive_path = 's3://old/x/' WHERE id = ${id}`.execute(rig.db),
  "superseded and deleted": (id: string) =>
    sql`UPDATE processings SET deleted_superseded = true WHERE id = ${id}`.execute(rig.db),
} as const;

const missed = (metres: number) => ({
  event: "succeed" as const,
  missed: `Strip difference is ${metres} m, at most 0.1 is allowed`,
});

/** Of two equal failures the one that is answered leaves the inbox. */
async function leaves(failing: Failing, way: (id: string) => Promise<unknown>): Promise<void> {
  const { id } = await failed(failing);
  const other = await failed(failing);
  expect(await count()).toBe(2);
  await way(id);
  const { reply } = await rig.ask(endpoints.listGroupFailures, {
    params: { key: (await only()).Key },
    identity: crew,
  });
  expect(reply.map(({ Processing }) => Processing._id)).toEqual([other.id]);
  expect(await count()).toBe(1);
  await sql`DELETE FROM job_failures`.execute(rig.db);
}

describe("a failure leaves the inbox by being", () => {
  test.each(Object.entries(WAYS_OUT))("%s", async (_, way) => {
    for (const job of ["PI1_MineIP1", "GPS"] as const) await leaves({ job }, (id) => way(id, job));
  });

  test("QA completed with errors, where it failed in some of its files", async () => {
    await leaves({ event: "finishWithErrors" }, (id) =>
      rig.ask(endpoints.completeQAWithErrors, {
        body: { ...body(id, "PI1_MineIP1"), ...issue },
        identity: crew,
      }),
    );
  });

  test("resubmitted, and is back where it fails again, by its new message", async () => {
    const { id } = await failed({ message: "cut off" });
    await WAYS_OUT.resubmitted(id, "PI1_MineIP1");
    expect(await shown()).toEqual([]);
    await end(id, { message: "bad points" });
    expect(await shown()).toEqual(["bad points 1"]);
    await end(id, { event: "succeed", message: "" });
    expect(await shown()).toEqual([]);
  });

  test("reset with the job before it", async () => {
    const { id } = await failed({ job: "ICP1_MineIP1" });
    await rig.setStatus(id, { PI1_MineIP1: "COMPLETED" });
    await WAYS_OUT.resubmitted(id, "PI1_MineIP1");
    expect(await count()).toBe(0);
  });
});

describe("a failure is in the inbox", () => {
  test("superseded and archived failures are back once they are utilised, or no longer archived", async () => {
    const { id, flightId } = await failed();
    await WAYS_OUT.superseded(id, "PI1_MineIP1");
    const utilised = { ...body(id, "PI1_MineIP1"), Active: true };
    await rig.ask(endpoints.markSuperseded, { body: utilised, identity: crew });
    expect(await shown()).toEqual(["bad header 1"]);
    await WAYS_OUT["that its flight is archived"](id);
    await sql`UPDATE flights SET archive_s3_path_imagery = NULL
      WHERE flight_id = ${flightId}`.execute(rig.db);
    expect(await shown()).toEqual(["bad header 1"]);
  });

  test("contract/I2 a job that is completed with failures is there while its QA is due", async () => {
    const { id } = await failed({ event: "succeed" });
    await failed({ event: "succeed", requireQA: false });
    await failed({ event: "succeed", message: "" });
    expect(await count()).toBe(1);
    await WAYS_OUT["QA completed"](id, "PI1_MineIP1");
    expect(await count()).toBe(0);
    const gps = await failed({ event: "succeed", job: "GPS" });
    expect(await count()).toBe(1);
    await WAYS_OUT["QA completed"](gps.id, "GPS");
    expect(await count()).toBe(0);
  });

  test("contract/I2 a measure that missed its bound is one group, of its own kind", async () => {
    await failed({ ...missed(0.214), message: "" });
    const { id } = await failed({ ...missed(0.3), message: "cut off" });
    await failed({ message: "cut off" });
    expect((await groups()).reply).toMatchObject([
      {
        Message: "Strip difference is <n> m, at most <n> is allowed",
        Jobs: 2,
        Kinds: ["missedBound"],
      },
      { Message: "cut off", Kinds: ["failed"] },
    ]);
    expect(await shown({ kind: "failed" })).toEqual(["cut off 1"]);
    expect(await shown({ kind: "completedWithFailures" })).toEqual([]);
    await WAYS_OUT["QA completed"](id, "PI1_MineIP1");
    expect((await groups({ kind: "missedBound" })).reply).toMatchObject([{ Jobs: 1 }]);
  });

  test("a group is of the jobs and the kinds that still wait", async () => {
    const { id } = await failed();
    await failed({ job: "ICP1_MineIP1", event: "succeed" });
    expect(await only()).toMatchObject({
      Stages: ["ICP1_MineIP1", "PI1_MineIP1"],
      Kinds: ["completedWithFailures", "failed"],
    });
    await WAYS_OUT.ignored(id, "PI1_MineIP1");
    expect(await only()).toMatchObject({
      Stages: ["ICP1_MineIP1"],
      Kinds: ["completedWithFailures"],
    });
  });
});
