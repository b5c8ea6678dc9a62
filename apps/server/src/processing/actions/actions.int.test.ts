import { sql } from "kysely";
import type { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import type { Processing } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(() => rig.database.drop());

const crew = { ...testIdentity("crew", "resubmit"), givenName: "Hana", familyName: "Brook" };
const as = (...roles: Role[]) => testIdentity("other", ...roles);
const refusal = async (promise: Promise<unknown>) => {
  const error = (await promise.then(
    () => undefined,
    (each: unknown) => each,
  )) as AppError | undefined;
  return error && [error.code, error.details["reason"] ?? error.message];
};

/** A processing whose jobs have run: COMPLETED all, without QA. */
async function completed(log = {}): Promise<string> {
  const { id } = await rig.seedLog(log);
  await rig.start();
  await rig.setStatus(id, { gps: "COMPLETED", lms: "COMPLETED", stage: "COMPLETED" });
  return id;
}
const read = async (id: string): Promise<Processing> =>
  (await rig.ask(endpoints.readProcessing, { params: { processingId: id } })).reply;
const audit = async (id: string) => {
  const { rows } = await sql<{ name: string; detail: object }>`SELECT name, detail
    FROM audit.events WHERE action = 'processing.changed' AND detail->>'processing' = ${id}
    ORDER BY id`.execute(rig.db);
  return rows;
};
const body = (id: string, cluster_name = "PI1_MineIP1") => ({ process_id: id, cluster_name });

const resubmit = (id: string, identity = crew) =>
  refusal(
    rig.ask(endpoints.resubmitJob, { body: { process_id: id, cluster_output: "GPS" }, identity }),
  );

describe("the orchestration service", () => {
  test("qa records the caller as the QA user, not one that the payload names", async () => {
    const id = await completed();
    const { reply } = await rig.ask(endpoints.completeQA, {
      body: { ...body(id), user: "Somebody Else" },
      identity: crew,
    });
    const [stage] = reply.ClusterProcessing;
    expect(stage).toMatchObject({ Status: "QA_COMPLETED", QAUser: "Hana Brook" });
    expect(await audit(id)).toEqual([
      {
        name: "Crew",
        detail: {
          processing: id,
          job: "PI1_MineIP1",
          action: "completeQA",
          reason: null,
          before: { status: "COMPLETED", qaUser: null },
          after: { status: "QA_COMPLETED", qaUser: "Hana Brook" },
        },
      },
    ]);
  });

  test("qawitherrors takes an issue and its resolution", async () => {
    const id = await completed();
    const given = { ...body(id), QAIssueDesc: "gap", QAIssueRes: "flown again" };
    await rig.ask(endpoints.completeQAWithErrors, { body: given, identity: crew });
    expect((await read(id)).ClusterProcessing[0]).toMatchObject({
      Status: "QA_COMPLETED_WITH_ERRORS",
      QAIssueDesc: "gap",
      QAIssueRes: "flown again",
      QAUser: "Hana Brook",
    });
    const empty = rig.ask(endpoints.completeQAWithErrors, {
      body: { ...body(id), QAIssueDesc: " ", QAIssueRes: "" },
    });
    expect((await refusal(empty))?.[0]).toBe("INVALID_REQUEST");
  });

  test.each([
    ["markIgnored", { Ignore: true }, "IGNORE"],
    ["markManuallyProcessed", { ManuallyProcessed: true }, "MANUALLY_PROCESSED"],
  ] as const)("%s", async (name, payload, status) => {
    const id = await completed();
    await rig.ask(endpoints[name], { body: { ...body(id), ...payload } });
    expect(await rig.statusesOf(id)).toMatchObject({ PI1_MineIP1: status });
  });

  test("marksuperseded is of the stage alone, and is taken back", async () => {
    const id = await completed();
    await rig.ask(endpoints.markSuperseded, { body: { ...body(id), Active: false } });
    expect(await read(id)).toMatchObject({
      Active: true,
      ClusterProcessing: [{ Active: false }, { Active: true }, { Active: true }],
    });
    const again = rig.ask(endpoints.markSuperseded, { body: { ...body(id), Active: false } });
    expect(await refusal(again)).toEqual([
      "INVALID_TRANSITION",
      "It is superseded, and can only be utilised again",
    ]);
    await rig.ask(endpoints.markSuperseded, { body: { ...body(id), Active: true } });
    expect((await read(id)).ClusterProcessing[0]?.Active).toBe(true);
  });

  test("resubmit has what follows begin anew, and keeps who ordered it", async () => {
    const id = await completed();
    await rig.ask(endpoints.resubmitJob, {
      body: { process_id: id, cluster_output: "ICP1_MineIP1", token: "mine" },
      token: "mine",
      identity: crew,
    });
    expect(await rig.statusesOf(id)).toEqual({
      GPS: "COMPLETED",
      LMS: "COMPLETED",
      PI1_MineIP1: "COMPLETED",
      ICP1_MineIP1: "PREQUEUE",
      MiningAI3: "NOT_COMMENCED",
    });
    const { rows } = await sql`SELECT j.name, ordered_by FROM job_orders o
      JOIN processing_jobs j ON j.id = o.job_id
      WHERE j.processing_id = ${id} AND taken IS NULL`.execute(rig.db);
    expect(rows).toEqual([{ name: "ICP1_MineIP1", ordered_by: { subject: "crew", name: "Crew" } }]);
  });

  test("of two who resubmit at once one is refused, and nothing is ordered twice", async () => {
    const id = await completed();
    const request = { body: { process_id: id, cluster_output: "GPS" }, identity: crew };
    const both = await Promise.allSettled([
      rig.ask(endpoints.resubmitJob, request),
      rig.ask(endpoints.resubmitJob, request),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("another's token is refused, and none is kept", async () => {
    const id = await completed();
    const request = { process_id: id, cluster_output: "GPS", token: "another's" };
    const asked = rig.ask(endpoints.resubmitJob, { body: request, token: "mine", identity: crew });
    expect((await refusal(asked))?.[0]).toBe("INSUFFICIENT_PRIVILEGES");
    const { rows } =
      await sql`SELECT FROM audit.events WHERE detail::text LIKE '%another%'`.execute(rig.db);
    expect(rows).toEqual([]);
  });

  test("cancel ends a running stage only", async () => {
    const id = await completed();
    const request = { body: { process_id: id, cluster_output: "PI1_MineIP1" } };
    expect(await refusal(rig.ask(endpoints.cancelJob, request))).toEqual([
      "INVALID_TRANSITION",
      "Not offered while it is 'Completed'",
    ]);
    await rig.setStatus(id, { PI1_MineIP1: "RUNNING" });
    await rig.ask(endpoints.cancelJob, request);
    expect(await rig.statusesOf(id)).toMatchObject({ PI1_MineIP1: "CANCELLED" });
  });
});

describe("resubmission", () => {
  test("needs a group that may", async () => {
    const id = await completed();
    expect((await resubmit(id, { ...crew, roles: ["base"] }))?.[0]).toBe("INSUFFICIENT_PRIVILEGES");
    expect(await resubmit(id)).toBeUndefined();
  });

  test("processing/A3 needs it by whatever call it comes", async () => {
    const id = await completed({ version: 3 });
    const fields = { GPSProcStatus: "QUEUED", GPSProcAttempts: 0, GPSProcQAUser: "" };
    const change = { params: { processingId: id }, body: fields };
    const plain = rig.ask(endpoints.changeProcessing, { ...change, identity: as() });
    expect((await refusal(plain))?.[0]).toBe("INSUFFICIENT_PRIVILEGES");
    await rig.ask(endpoints.changeProcessing, { ...change, identity: crew });
    expect(await rig.statusesOf(id)).toMatchObject({ GPS: "QUEUED", LMS: "NOT_COMMENCED" });
  });

  test("is refused while a job runs, for a locked template, and for MiningAI at 3.2", async () => {
    const running = await completed();
    await rig.setStatus(running, { MiningAI3: "RUNNING" });
    expect(await resubmit(running)).toEqual([
      "INVALID_TRANSITION",
      "A job of this processing is queued or running",
    ]);
    expect(await resubmit(await completed({ project: "PRJ00003" }))).toEqual([
      "INVALID_TRANSITION",
      "The template is locked",
    ]);
    const mining = await completed({ project: "PRJ00002", version: 3.2 });
    const stage = rig.ask(endpoints.resubmitJob, {
      body: { process_id: mining, cluster_output: "MiningAI3" },
      identity: crew,
    });
    expect(await refusal(stage)).toEqual([
      "INVALID_TRANSITION",
      "Resubmission unavailabe due to folder structure changes, contact support.",
    ]);
  });

  test("of the processing service is for documents up to version 3 (decision 1)", async () => {
    const params = { processingId: await completed(), name: "PI1_MineIP1" };
    expect(await refusal(rig.ask(endpoints.resubmitStage, { params, identity: crew }))).toEqual([
      "INVALID_TRANSITION",
      "Versions above 3 are resubmitted job by job",
    ]);
    const former = { processingId: await completed({ version: 3 }), name: "PI1_MineIP1" };
    await rig.ask(endpoints.resubmitStage, { params: former, identity: crew });
    expect(await rig.statusesOf(former.processingId)).toMatchObject({ PI1_MineIP1: "PREQUEUE" });
  });
});

describe("GPS and LMS", () => {
  test("a trajectory made by hand goes on to LMS, and LMS made by hand to the first stage", async () => {
    const id = await completed();
    const params = { processingId: id };
    await rig.setStatus(id, {
      gps: "MANUALLY_PROCESSED",
      lms: "NOT_COMMENCED",
      stage: "NOT_COMMENCED",
    });
    await rig.ask(endpoints.reprocessManualGPS, { params });
    expect(await rig.statusesOf(id)).toMatchObject({ LMS: "QUEUED" });
    await rig.setStatus(id, { lms: "MANUALLY_PROCESSED" });
    await rig.ask(endpoints.submitFirstStage, { params });
    // It is a GET: asked again, by a prefetch say, it changes nothing.
    await rig.ask(endpoints.submitFirstStage, { params });
    await rig.ask(endpoints.putFirstStage, { params });
    expect(await rig.statusesOf(id)).toMatchObject({
      PI1_MineIP1: "PREQUEUE",
      ICP1_MineIP1: "NOT_COMMENCED",
    });
    const { rows } = await sql`SELECT FROM job_orders o JOIN processing_jobs j ON j.id = o.job_id
      WHERE j.processing_id = ${id} AND j.name = 'PI1_MineIP1'`.execute(rig.db);
    expect(rows).toHaveLength(1);
  });

  test("LMS is cancelled while queued, and submitted again without the resubmit group", async () => {
    const id = await completed();
    const params = { processingId: id };
    await rig.setStatus(id, { lms: "QUEUED", stage: "NOT_COMMENCED" }, { qa_user: "Q" });
    await rig.ask(endpoints.cancelLMS, { params });
    expect(await rig.statusesOf(id)).toMatchObject({ LMS: "CANCELLED" });
    const at = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d UTC`;
    expect((await read(id)).LMSJob?.Reason).toMatch(new RegExp(`^LMS cancelled by Crew at ${at}$`));
    await rig.ask(endpoints.submitLMS, { params });
    expect(await rig.statusesOf(id)).toMatchObject({ LMS: "QUEUED" });
  });

  test("LMS is not submitted before the QA of the trajectory", async () => {
    const id = await completed();
    await rig.setStatus(id, { lms: "NOT_COMMENCED", stage: "NOT_COMMENCED" });
    const asked = rig.ask(endpoints.submitLMS, { params: { processingId: id } });
    expect(await refusal(asked)).toEqual([
      "INVALID_TRANSITION",
      "The trajectory is not done, or its QA is not completed",
    ]);
  });

  test("the fields of PUT processing/{id} stand for actions, one at a time", async () => {
    const id = await completed();
    const put = (fields: object) =>
      rig.ask(endpoints.updateProcessing, {
        params: { processingId: id },
        body: fields,
        identity: crew,
      });
    const { reply } = await put({ GPSProcQAUser: "me" });
    expect(reply).toMatchObject({ GPSProcStatus: "COMPLETED", GPSProcQAUser: "Hana Brook" });
    await put({ LMSProcStatus: "IGNORE" });
    await put({ Active: false });
    expect(await read(id)).toMatchObject({ LMSProcStatus: "IGNORE", Active: false });
    expect((await refusal(put({ GPSProcStatus: "RUNNING" })))?.[0]).toBe("INVALID_TRANSITION");
    for (const nothing of [
      {},
      { GPSProcQAUser: "" },
      { GPSProcStatus: "QA_COMPLETED_WITH_ERRORS" },
    ])
      expect((await refusal(put(nothing)))?.[0]).toBe("INVALID_REQUEST");
    expect((await refusal(put({ GPSProcStatus: "IGNORE", Active: true })))?.[0]).toBe(
      "INVALID_REQUEST",
    );
  });
});

describe("who may change what", () => {
  test("processing/A2 what was asked of another state of the record is refused", async () => {
    const id = await completed();
    const { Updated: updated } = await read(id);
    const first = { body: body(id), query: { updated }, identity: crew };
    await rig.ask(endpoints.completeQA, first);
    const late = { body: body(id, "ICP1_MineIP1"), query: { updated }, identity: crew };
    expect((await refusal(rig.ask(endpoints.completeQA, late)))?.[0]).toBe("RECORD_CHANGED");
    expect(await rig.statusesOf(id)).toMatchObject({ ICP1_MineIP1: "COMPLETED" });
  });

  test("processing/A1 a Terrain Mapper's processing is none for a processing-only user", async () => {
    const { id } = await rig.seedLog({
      sensor: "Terrain Mapper - 102",
      uploadType: "TerrainMapperLAZ",
    });
    await rig.start();
    await rig.setStatus(id, { stage: "COMPLETED" });
    const asked = { body: body(id), identity: as("processingOnly") };
    expect((await refusal(rig.ask(endpoints.completeQA, asked)))?.[0]).toBe("PROCESSING_NOT_FOUND");
    const seen = { params: { processingId: id }, identity: as("processingOnly") };
    expect((await refusal(rig.ask(endpoints.readProcessing, seen)))?.[0]).toBe(
      "PROCESSING_NOT_FOUND",
    );
    expect(await rig.statusesOf(id)).toMatchObject({ PI1_MineIP1: "COMPLETED" });
    const { reply } = await rig.ask(endpoints.completeQA, { body: body(id) });
    expect(reply).toMatchObject({ metadata: { sensor: "Terrain Mapper - 102" } });
  });

  test("nothing is offered of what was archived, or superseded and deleted", async () => {
    const deleted = await completed();
    await sql`UPDATE processings SET deleted_superseded = true WHERE id = ${deleted}`.execute(
      rig.db,
    );
    const { flightId, id: archived } = await rig.seedLog();
    await rig.start();
    await rig.setStatus(archived, { stage: "COMPLETED" });
    await sql`UPDATE flights SET archive_s3_path_lidar = 's3://archive/x/'
      WHERE flight_id = ${flightId}`.execute(rig.db);
    const results = [deleted, archived].map((id) =>
      refusal(rig.ask(endpoints.markIgnored, { body: { ...body(id), Ignore: true } })),
    );
    expect(await Promise.all(results)).toEqual([
      ["INVALID_TRANSITION", "It was superseded and deleted"],
      ["INVALID_TRANSITION", "It is archived"],
    ]);
  });

  test("a flag that the stage's file did not set refuses its action", async () => {
    const id = await completed();
    await rig.setStatus(id, {}, { allow: [] as string[], require_qa: false });
    const ignored = rig.ask(endpoints.markIgnored, { body: { ...body(id), Ignore: true } });
    expect(await refusal(ignored)).toEqual(["INVALID_TRANSITION", "The stage may not be ignored"]);
    expect(await refusal(rig.ask(endpoints.completeQA, { body: body(id) }))).toEqual([
      "INVALID_TRANSITION",
      "QA is not asked for",
    ]);
  });

  test("what is not there is not found", async () => {
    const id = await completed();
    const codes = [
      rig.ask(endpoints.completeQA, { body: body("0".repeat(24)) }),
      rig.ask(endpoints.completeQA, { body: body(id, "Nothing") }),
    ].map(refusal);
    expect((await Promise.all(codes)).map((each) => each?.[0])).toEqual([
      "PROCESSING_NOT_FOUND",
      "PROCESSING_NOT_FOUND",
    ]);
  });
});
