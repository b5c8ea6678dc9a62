import { rm } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { report, useRig } from "../testing/use-rig.ts";
import { folderOf } from "./submission.ts";
import { orderInterrupted, settlePublished } from "./interrupted-runs.ts";

const rig = useRig();
const orderAgain = () =>
  rig()
    .db.transaction()
    .execute((trx) => orderInterrupted(trx));

test("a run whose folder and engine are gone ends, and its job is ordered again with the same parameters", async () => {
  const { id, key } = await rig().startRun();
  const { db, engine } = rig();
  await sql`UPDATE processing_runs SET params = '{"cell": 3}',
    ordered_by = '{"subject": "crew", "name": "Casey Crew"}'`.execute(db);
  await rm(folderOf(rig().deps, key), { recursive: true });
  await engine.cancel(key);
  expect(await orderAgain()).toBe(1);
  expect(await rig().job(id, "PI1")).toMatchObject({
    status: "PREQUEUE",
    reason: expect.stringContaining("not in the backup"),
  });
  await rig().settle();
  const runs = await db
    .selectFrom("processing_runs")
    .select(["attempt", "state", "outcome", "params", "ordered_by"])
    .orderBy("attempt")
    .execute();
  expect(runs).toMatchObject([
    { attempt: 1, state: "ended", outcome: "cancel" },
    { attempt: 2, state: "active", params: { cell: 3 }, ordered_by: { subject: "crew" } },
  ]);
  const open = [...rig().engine.open].find((each) => each !== key);
  await engine.finish(open!, () => report());
  await rig().settle();
  expect((await rig().job(id, "PI1")).status).toBe("COMPLETED");
  expect(rig().problems).toEqual([]);
});

test("what ended before stays as it was, but that its logs are gone", async () => {
  const { id, key } = await rig().startRun();
  await rig().engine.finish(key, () => report());
  await rig().settle();
  expect(await orderAgain()).toBe(0);
  expect((await rig().job(id, "PI1")).status).toBe("COMPLETED");
  const run = await rig()
    .db.selectFrom("processing_runs")
    .select(["outcome", "published", "logs_swept"])
    .executeTakeFirstOrThrow();
  expect(run).toEqual({ outcome: "succeed", published: true, logs_swept: expect.any(Date) });
});

test("the manifest of a job is that of the attempt that the database says is published", async () => {
  const { id, key } = await rig().startRun();
  await rig().engine.finish(key, () => report());
  await rig().settle();
  const { store, buckets } = rig().deps;
  const wanted = await rig().manifest(id, "PI1");
  // Objects are backed up after the database: the job was published again, or withdrawn, meanwhile.
  const place = { bucket: buckets.terrainMapperProcessing, key: `${id}/PI1/manifest.json` };
  for (const change of [
    () => store.write(place.bucket, place.key, [Buffer.from("{}")], { size: 2 }),
    () => store.remove(place.bucket, [place.key]),
  ]) {
    await change();
    await settlePublished({ db: rig().db, store });
    expect(await rig().manifest(id, "PI1")).toEqual(wanted);
  }
});
