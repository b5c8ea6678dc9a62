import { randomBytes } from "node:crypto";
import { endpoints } from "@swath/contract/endpoints";
import { hexId } from "@swath/contract/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
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
