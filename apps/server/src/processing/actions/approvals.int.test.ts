import { randomBytes, randomUUID } from "node:crypto";
import type { AppError } from "@swath/contract/errors";
import { hexId } from "@swath/contract/ids";
import { type Measure, stageFileSchema } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { failingJobs } from "../testing/failing-jobs.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

const STAGE = "PI1_MineIP1";
const SHIFT = "Largest horizontal shift of a pair is 0.406 m, at most 0.1 is allowed";
let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(async () => {
  await rig.database.drop();
});
const jobs = failingJobs(() => rig);

const hana = testIdentity("hana");
const omar = testIdentity("omar");
const admin = testIdentity("ada", "admin");

const shift = (value: number): Measure => ({
  name: "horizontalShift",
  label: "Largest horizontal shift of a pair",
  value,
  unit: "m",
});

const jobId = async (id: string, name = STAGE): Promise<string> =>
  (
    await rig.db
      .selectFrom("processing_jobs")
      .select("id")
      .where("processing_id", "=", id)
      .where("name", "=", name)
      .executeTakeFirstOrThrow()
  ).id;

/** An attempt of a stage's job that ended with a shift of a pair of lines. */
async function measured(id: string, value: number): Promise<void> {
  const stage = stageFileSchema.parse({
    name: STAGE,
    label: "PI1",
    version: 1,
    inputs: {},
    tasks: "once",
    command: ["true"],
    outputs: [{ glob: "**", kind: "other" }],
    accept: [{ measure: "horizontalShift", most: 0.1, otherwise: "QA" }],
  });
  await rig.db
    .insertInto("processing_runs")
    .values({
      id: hexId(randomBytes(12)),
      job_id: await jobId(id),
      attempt: 1,
      state: "ended",
      outcome: "succeed",
      reason: null,
      stage: JSON.stringify(stage),
      stage_sha256: "0".repeat(64),
      params: "{}",
      inputs_sha256: "0".repeat(64),
      input_files: 0,
      input_bytes: 0,
      engine: "local",
      bucket: "processing",
      prefix: "p",
      tasks: 1,
      measures: JSON.stringify([shift(value)]),
      ordered_by: null,
      started: null,
      ended: new Date(),
      published: true,
      swept: null,
    })
    .execute();
}

/** A stage that awaits QA, of which a bound is missed or kept. */
async function awaiting(value = 0.4060364): Promise<string> {
  const { id } = await rig.seedLog();
  await rig.start();
  await rig.setStatus(id, { gps: "COMPLETED", lms: "COMPLETED" }, { require_qa: true });
  await rig.setStatus(id, { [STAGE]: "COMPLETED" });
  await measured(id, value);
  return id;
}

const body = (id: string, more = {}) => ({ process_id: id, cluster_name: STAGE, ...more });
const approve = (id: string, more = {}, identity = hana) =>
  rig.ask(endpoints.completeQA, { body: body(id, more), identity });
const undo = (id: string, identity = hana, more = {}) =>
  rig.ask(endpoints.undoQA, { body: body(id, more), identity });
const errorOf = (promise: Promise<unknown>): Promise<AppError | undefined> =>
  promise.then(
    () => undefined,
    (error: AppError) => error,
  );
const statusOf = async (id: string): Promise<string> => (await rig.statusesOf(id))[STAGE]!;
const documentOf = async (id: string) => {
  const { reply } = await rig.ask(endpoints.readProcessing, { params: { processingId: id } });
  return reply.ClusterProcessing.find(({ Name }) => Name === STAGE)!;
};
const latest = async (id: string) =>
  (
    await rig.ask(endpoints.readTimeline, {
      params: { processingId: id },
      query: { pageSize: 10 },
      identity: hana,
    })
  ).reply.find(({ action }) => action === "processing.changed")!;

test("processing/A6 a missed bound is not approved without words, by whatever call", async () => {
  const id = await awaiting();
  expect(await errorOf(approve(id))).toMatchObject({
    code: "BOUNDS_MISSED",
    details: { job: STAGE, missed: [SHIFT] },
  });
  expect(await errorOf(approve(id, { Reason: "  " }))).toMatchObject({ code: "INVALID_REQUEST" });
  await rig.setStatus(id, { [STAGE]: "FAILED" });
  const marked = rig.ask(endpoints.markCompleted, { body: body(id), identity: hana });
  expect(await errorOf(marked)).toMatchObject({ code: "BOUNDS_MISSED" });
  expect(await statusOf(id)).toBe("FAILED");
});

test("processing/A6 the words are kept with the job and audited with the bounds", async () => {
  const id = await awaiting();
  await approve(id, { Reason: "a road was rebuilt between the lines" });
  expect(await documentOf(id)).toMatchObject({
    Status: "QA_COMPLETED",
    Mark: { Action: "completeQA", By: "Hana", Reason: "a road was rebuilt between the lines" },
  });
  expect(await latest(id)).toMatchObject({
    name: "Hana",
    detail: { reason: "a road was rebuilt between the lines", missed: [SHIFT] },
  });
});

test("what keeps its bounds is approved without words", async () => {
  const id = await awaiting(0.02);
  await approve(id);
  expect(await documentOf(id)).toMatchObject({ Status: "QA_COMPLETED", Mark: null });
});

test("a bound that was reported is missed where no attempt is known", async () => {
  const { id } = await jobs.failed({ event: "succeed", message: "", missed: SHIFT });
  expect(await errorOf(approve(id))).toMatchObject({ details: { missed: [SHIFT] } });
});

test("of two reviewers the second is told that QA was completed before", async () => {
  const id = await awaiting(0.02);
  await approve(id);
  expect(await errorOf(approve(id, {}, omar))).toMatchObject({
    code: "INVALID_TRANSITION",
    message: "Not offered while it is 'QA completed'",
  });
});

test("QA that is taken back leaves the job as it was, in the inbox too", async () => {
  const { id } = await jobs.failed({ event: "succeed", message: "", missed: SHIFT });
  const before = await documentOf(id);
  const waiting = await jobs.count();
  await approve(id, { Reason: "seen" });
  expect(await jobs.count()).toBe(waiting - 1);
  await undo(id);
  const { Status, QAUser, Mark, Reason } = await documentOf(id);
  expect({ Status, QAUser, Mark, Reason }).toEqual({
    Status: "COMPLETED",
    QAUser: null,
    Mark: null,
    Reason: before.Reason,
  });
  expect(await jobs.count()).toBe(waiting);
  expect(await latest(id)).toMatchObject({ name: "Hana", detail: { action: "undoQA" } });
});

test("QA with errors, and QA of what failed, are taken back to what they were", async () => {
  const id = await awaiting(0.02);
  const log = { QAIssueDesc: "a gap", QAIssueRes: "none" };
  await rig.ask(endpoints.completeQAWithErrors, { body: body(id, log), identity: hana });
  await undo(id);
  expect(await documentOf(id)).toMatchObject({ Status: "COMPLETED", QAIssueDesc: null });
  await rig.setStatus(id, { [STAGE]: "FAILED" });
  await approve(id);
  await undo(id);
  expect(await statusOf(id)).toBe("FAILED");
});

test("QA of GPS, which leaves it COMPLETED, is taken back as well", async () => {
  const { id } = await rig.seedLog();
  await rig.start();
  await rig.setStatus(id, { gps: "COMPLETED" }, { require_qa: true });
  await rig.ask(endpoints.completeQA, {
    body: { ...body(id), cluster_name: "GPS" },
    identity: hana,
  });
  await rig.ask(endpoints.undoQA, { body: { ...body(id), cluster_name: "GPS" }, identity: hana });
  const { reply } = await rig.ask(endpoints.readProcessing, { params: { processingId: id } });
  expect(reply).toMatchObject({ GPSProcStatus: "COMPLETED", GPSProcQAUser: null });
});

test("another's QA is taken back by an administrator alone, who is recorded with the reason", async () => {
  const id = await awaiting(0.02);
  await approve(id);
  expect(await errorOf(undo(id, omar))).toMatchObject({
    code: "INVALID_TRANSITION",
    message: "Only its reviewer, or an administrator, takes QA back",
  });
  await undo(id, admin, { Reason: "approved by mistake" });
  expect(await statusOf(id)).toBe("COMPLETED");
  expect(await latest(id)).toMatchObject({
    name: "Ada",
    detail: { action: "undoQA", reason: "approved by mistake" },
  });
});

test("once the next stage has begun QA stays; one that was only asked for is withdrawn", async () => {
  const id = await awaiting(0.02);
  await approve(id);
  await rig.setStatus(id, { ICP1_MineIP1: "QUEUED" });
  for (const identity of [hana, admin])
    expect(await errorOf(undo(id, identity))).toMatchObject({
      code: "INVALID_TRANSITION",
      message: "The next stage has begun",
    });
  expect(await statusOf(id)).toBe("QA_COMPLETED");
  await rig.setStatus(id, { ICP1_MineIP1: "PREQUEUE" });
  await undo(id);
  expect(await rig.statusesOf(id)).toMatchObject({
    [STAGE]: "COMPLETED",
    ICP1_MineIP1: "NOT_COMMENCED",
  });
});

test("processing/B13 jobs that miss a bound are named, and left unless there are words", async () => {
  const [missed, kept] = [await awaiting(), await awaiting(0.02)];
  const on = { targets: [missed, kept].map((id) => ({ processingId: id, job: STAGE })) };
  const action = "completeQA" as const;
  const identity = hana;
  const { reply: preview } = await rig.ask(endpoints.previewBulk, {
    body: { action, on },
    identity,
  });
  expect(preview).toMatchObject({
    eligible: 2,
    missed: 1,
    missedBounds: [{ reason: SHIFT, count: 1, examples: [{ processingId: missed }] }],
  });
  const act = async (more = {}) =>
    (
      await rig.ask(endpoints.actInBulk, {
        body: { key: randomUUID(), action, on, ...more },
        identity,
      })
    ).reply;
  const rowsOf = async (more = {}) =>
    new Map((await act(more)).rows.map((row) => [row.processingId, row]));
  const first = await rowsOf();
  expect(first.get(missed)).toMatchObject({
    code: "BOUNDS_MISSED",
    reason: `Say why it is approved: ${SHIFT}`,
  });
  expect(first.get(kept)).toMatchObject({ code: null, reversible: true });
  expect((await rowsOf({ reason: "seen" })).get(missed)).toMatchObject({ code: null });
  const { reply } = await rig.ask(endpoints.actInBulk, {
    body: { key: randomUUID(), action: "undoQA", on },
    identity,
  });
  expect(reply.done).toBe(2);
  expect(await statusOf(missed)).toBe("COMPLETED");
});

test("what failed is still viewed once its QA is completed", async () => {
  const id = await awaiting(0.02);
  await rig.setStatus(id, { [STAGE]: "COMPLETED" }, { failed: 2 });
  await approve(id);
  expect(await documentOf(id)).toMatchObject({ Status: "QA_COMPLETED", FailedJobCount: 2 });
});
