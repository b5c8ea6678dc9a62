import type { AppError } from "@swath/contract/errors";
import type { Processing } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

const STAGE = "PI1_MineIP1";
let rig: ProcessingRig;
let strict: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
  strict = await openProcessingRig({ requireReason: true });
});
afterAll(async () => {
  await rig.database.drop();
  await strict.database.drop();
});

const crew = testIdentity("crew", "resubmit");

async function seeded(of: ProcessingRig, status: "COMPLETED" | "FAILED"): Promise<string> {
  const { id } = await of.seedLog();
  await of.start();
  await of.setStatus(id, { gps: "COMPLETED", lms: "COMPLETED", stage: status });
  return id;
}
const body = (id: string) => ({ process_id: id, cluster_name: STAGE });
const markOf = async (id: string): Promise<Processing["ClusterProcessing"][number]["Mark"]> => {
  const { reply } = await rig.ask(endpoints.readProcessing, { params: { processingId: id } });
  return reply.ClusterProcessing.find(({ Name }) => Name === STAGE)?.Mark ?? null;
};
const timeline = async (id: string, query = {}, identity = crew) =>
  rig.ask(endpoints.readTimeline, { params: { processingId: id }, query, identity });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: AppError) => error.code,
  );

test("a mark says who set it and why, until the job moves on", async () => {
  const id = await seeded(rig, "FAILED");
  const ignored = { ...body(id), Ignore: true as const, Reason: " flown again " };
  await rig.ask(endpoints.markIgnored, { body: ignored, identity: crew });
  expect(await markOf(id)).toMatchObject({
    Action: "markIgnored",
    By: "Crew",
    Reason: "flown again",
  });
  const again = { process_id: id, cluster_output: STAGE };
  await rig.ask(endpoints.resubmitJob, { body: again, identity: crew });
  expect(await markOf(id)).toBeNull();
});

test("superseding is a mark as well, and utilising takes it away", async () => {
  const id = await seeded(rig, "COMPLETED");
  const superseded = { ...body(id), Active: false, Reason: "a better one exists" };
  await rig.ask(endpoints.markSuperseded, { body: superseded, identity: crew });
  expect(await markOf(id)).toMatchObject({
    Action: "markSuperseded",
    Reason: "a better one exists",
  });
  await rig.ask(endpoints.markSuperseded, { body: { ...body(id), Active: true }, identity: crew });
  expect(await markOf(id)).toBeNull();
});

test("what is utilised again has the mark that it had before it was superseded", async () => {
  const id = await seeded(rig, "FAILED");
  const ignored = { ...body(id), Ignore: true as const, Reason: "flown again" };
  const identity = testIdentity("mina");
  await rig.ask(endpoints.markIgnored, { body: ignored, identity });
  const before = await markOf(id);
  const superseded = { ...body(id), Active: false, Reason: "a better one exists" };
  await rig.ask(endpoints.markSuperseded, { body: superseded, identity: crew });
  expect(await markOf(id)).toMatchObject({ By: "Crew", Reason: "a better one exists" });
  await rig.ask(endpoints.markSuperseded, { body: { ...body(id), Active: true }, identity: crew });
  expect(before).toMatchObject({ Action: "markIgnored", By: "Mina" });
  expect(await markOf(id)).toEqual(before);
});

test("QA of what completed is no mark; QA of what failed is one", async () => {
  const [completed, failed] = [await seeded(rig, "COMPLETED"), await seeded(rig, "FAILED")];
  for (const id of [completed, failed])
    await rig.ask(endpoints.completeQA, { body: body(id), identity: crew });
  expect(await markOf(completed)).toBeNull();
  expect(await markOf(failed)).toMatchObject({ Action: "completeQA", Reason: null });
});

test("processing/A4 a mark without a reason is refused where the setting says so", async () => {
  const id = await seeded(strict, "FAILED");
  const ask = (more: object) =>
    codeOf(strict.ask(endpoints.markCompleted, { body: { ...body(id), ...more }, identity: crew }));
  expect(await ask({})).toBe("INVALID_REQUEST");
  expect(await ask({ Reason: "  " })).toBe("INVALID_REQUEST");
  const gps = { params: { processingId: id, name: "ignore" as const }, identity: crew };
  expect(await codeOf(strict.ask(endpoints.actOnFirstJob, { ...gps, body: { job: "GPS" } }))).toBe(
    "INVALID_REQUEST",
  );
  const fields = { params: { processingId: id }, body: { Active: false }, identity: crew };
  expect(await codeOf(strict.ask(endpoints.changeProcessing, fields))).toBe("INVALID_REQUEST");
  expect(await strict.statusesOf(id)).toMatchObject({ GPS: "COMPLETED", [STAGE]: "FAILED" });
  expect(await ask({ Reason: "by hand" })).toBeUndefined();
  expect(await strict.statusesOf(id)).toMatchObject({ [STAGE]: "COMPLETED" });
});

test("the timeline of a record holds who, when, what and why, latest first", async () => {
  const id = await seeded(rig, "FAILED");
  await rig.ask(endpoints.markIgnored, {
    body: { ...body(id), Ignore: true as const, Reason: "wet" },
    identity: crew,
  });
  await rig.ask(endpoints.completeQA, {
    body: { ...body(id), cluster_name: "GPS" },
    identity: crew,
  });
  const { reply, headers } = await timeline(id);
  expect(headers["x-total-count"]).toBe(String(reply.length));
  expect(reply[0]).toMatchObject({
    action: "processing.changed",
    name: "Crew",
    detail: { job: "GPS", action: "completeQA", reason: null },
  });
  const ofStage = (await timeline(id, { job: STAGE })).reply;
  expect(ofStage[0]).toMatchObject({ detail: { action: "markIgnored", reason: "wet" } });
  expect(ofStage.every(({ detail }) => detail["job"] === STAGE || !("job" in detail))).toBe(true);
  const [second] = (await timeline(id, { page: "2", pageSize: "1" })).reply;
  expect(second?.id).toBe(reply[1]?.id);
});

test("processing/A1 the timeline of a Terrain Mapper's processing is none for others", async () => {
  const { id } = await rig.seedLog({
    sensor: "Terrain Mapper - 102",
    uploadType: "TerrainMapperLAZ",
  });
  await rig.start();
  const other = testIdentity("other", "processingOnly");
  expect(await codeOf(timeline(id, {}, other))).toBe("PROCESSING_NOT_FOUND");
  expect(await codeOf(timeline("0".repeat(24)))).toBe("PROCESSING_NOT_FOUND");
  expect(await codeOf(timeline(id))).toBeUndefined();
});
