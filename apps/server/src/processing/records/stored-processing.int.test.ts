import { randomBytes } from "node:crypto";
import { endpoints } from "@swath/contract/endpoints";
import { hexId } from "@swath/contract/ids";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { testStage } from "../testing/run-rig.ts";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";

let rig: ProcessingRig;
beforeAll(async () => {
  rig = await openProcessingRig();
});
afterAll(() => rig.database.drop());

/** Records a run of a processing's LMS job that began some minutes ago; one that ended took 10 min. */
async function run(id: string, { minutes, ended }: { minutes: number; ended: boolean }) {
  const { db } = rig;
  const job = await db
    .selectFrom("processing_jobs")
    .select("id")
    .where("processing_id", "=", id)
    .where("area", "=", "lms")
    .executeTakeFirstOrThrow();
  const started = new Date(Date.now() - minutes * 60_000);
  await db
    .insertInto("processing_runs")
    .values({
      id: hexId(randomBytes(12)),
      job_id: job.id,
      attempt: 1,
      stage: JSON.stringify({ name: "LMS" }),
      stage_sha256: "",
      params: "{}",
      ordered_by: null,
      inputs_sha256: "",
      input_files: 1,
      input_bytes: 1e9,
      engine: "local",
      bucket: "b",
      prefix: "p/",
      tasks: 1,
      started,
      ...(ended
        ? { state: "ended", outcome: "succeed", ended: new Date(started.getTime() + 600_000) }
        : { state: "active" }),
    })
    .execute();
  return new Date(started.getTime() + 600_000).toISOString();
}
const list = async () =>
  (await rig.ask(endpoints.listProcessings, { query: {}, identity: testIdentity("crew") })).reply;

test("a page says when jobs under way are expected to end, by earlier runs, and nothing of others", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await rig.seedLog({ upload: null })).id);
  await rig.start();
  await run(ids[0]!, { minutes: 60, ended: true });
  for (const { GPSJob, LMSJob } of await list())
    for (const job of [GPSJob, LMSJob])
      expect(job).toMatchObject({ ExpectedEnd: null, ExpectedFrom: 0 });
  const ends = new Map<string, string>();
  for (const id of ids.slice(1)) {
    await rig.setStatus(id, { gps: "COMPLETED", lms: "RUNNING" });
    ends.set(id, await run(id, { minutes: 4, ended: false }));
  }
  for (const { _id: id, GPSJob, LMSJob } of await list()) {
    const end = ends.get(id) ?? null;
    expect(GPSJob).toMatchObject({ ExpectedEnd: null, ExpectedFrom: 0 });
    expect(LMSJob).toMatchObject({ ExpectedEnd: end, ExpectedFrom: end === null ? 0 : 1 });
  }
});

const input = (from: string) => ({ inputs: { points: { from, glob: "*" } } });

/** Three stages, each of which reads the one before it. */
function installStages(): void {
  const stages = [
    testStage("PI1_MineIP1", input("LMS")),
    testStage("ICP1_MineIP1", input("PI1_MineIP1")),
    testStage("MiningAI3", input("ICP1_MineIP1")),
  ];
  for (const file of stages) rig.stages.set(file.name, { file, sha256: "0".repeat(64) });
}

test("a job says that it missed a bound, and those that read it that they wait for its QA", async () => {
  const { id } = await rig.seedLog({ upload: null });
  await rig.start();
  installStages();
  const done = { gps: "COMPLETED", lms: "COMPLETED", stage: "NOT_COMMENCED" } as const;
  await rig.setStatus(id, { ...done, PI1_MineIP1: "COMPLETED" }, { require_qa: true });
  await sql`UPDATE processing_jobs SET require_qa = name = 'PI1_MineIP1'
    WHERE processing_id = ${id}`.execute(rig.db);
  const seen = async () => {
    const row = (await list()).find(({ _id }) => _id === id)!;
    return row.ClusterProcessing.map(({ MissedBound, Reason }) => [MissedBound, Reason]);
  };
  const WAITS = "Waits for the QA of PI1_MineIP1";
  expect(await seen()).toEqual([
    [false, null],
    [false, WAITS],
    [false, null],
  ]);
  await sql`INSERT INTO job_failures (job_id, key, kind, message, example, at)
    SELECT id, 'f1', 'missedBound', 'm', 'm', now() FROM processing_jobs
    WHERE processing_id = ${id} AND name = 'PI1_MineIP1'`.execute(rig.db);
  expect((await seen())[0]).toEqual([true, null]);
  await sql`UPDATE processing_jobs SET qa_user = 'Hana Brook'
    WHERE processing_id = ${id} AND name = 'PI1_MineIP1'`.execute(rig.db);
  expect(await seen()).toEqual([
    [false, null],
    [false, null],
    [false, null],
  ]);
});

test("what is superseded or archived makes nothing wait", async () => {
  const { id } = await rig.seedLog({ upload: null });
  await rig.start();
  installStages();
  await rig.setStatus(id, { gps: "COMPLETED", lms: "COMPLETED", stage: "NOT_COMMENCED" });
  await rig.setStatus(id, { PI1_MineIP1: "FAILED" });
  const reasons = async () =>
    (await list()).find(({ _id }) => _id === id)!.ClusterProcessing.map(({ Reason }) => Reason);
  expect((await reasons())[1]).toBe(
    "Waits for PI1_MineIP1, which is 'Failed': it has to be run again or judged",
  );
  await sql`UPDATE processing_jobs SET active = false
    WHERE processing_id = ${id} AND name = 'PI1_MineIP1'`.execute(rig.db);
  expect((await reasons())[1]).toBeNull();
  await sql`UPDATE processing_jobs SET active = true WHERE processing_id = ${id}`.execute(rig.db);
  await sql`UPDATE processings SET active = false WHERE id = ${id}`.execute(rig.db);
  expect((await reasons())[1]).toBeNull();
});
