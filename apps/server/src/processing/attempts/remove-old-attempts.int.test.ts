import { mkdir, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { runEndpoints } from "@swath/contract/processing";
import { describe, expect, test } from "vitest";
import { BACKUP_RUN } from "../../domain/installation/backup-under-way.ts";
import { preparationKey } from "../../domain/storage/prepared-place.ts";
import { runExclusively } from "../../platform/postgres/exclusive-run.ts";
import { runTwice } from "../testing/run-twice.ts";
import { CREW, LEADER, serveRig } from "../testing/serve-rig.ts";
import { report, useRig } from "../testing/use-rig.ts";
import { removeOldAttempts, removeOrphanFolders, removeOldLogs } from "./remove-old-attempts.ts";

const rig = useRig();
const server = () => serveRig(rig());

describe("attempts", () => {
  test("are removed once they are old, but the published and the latest one", async () => {
    const processingId = await runTwice(rig());
    await sql`UPDATE processing_runs SET ended = now() - interval '31 days'`.execute(rig().db);
    expect(await removeOldAttempts(rig().deps, 32)).toBe(0);
    // Nor while a backup runs, whose database names them.
    const run = { name: BACKUP_RUN, signal: new AbortController().signal };
    await runExclusively(rig().db, run, async () => {
      expect(await removeOldAttempts(rig().deps, 30)).toBe(0);
    });
    expect(await removeOldAttempts(rig().deps, 30)).toBe(1);
    const { store, buckets } = rig().deps;
    const head = (path: string) =>
      store.head(buckets.terrainMapperProcessing, `${processingId}/PI1/${path}`);
    expect(await head(".attempt-1/report.json")).toBeUndefined();
    expect(await head(".attempt-1.manifest.json")).toBeUndefined();
    expect(await head(".attempt-2/report.json")).toBeDefined();
    const params = { processingId, job: "PI1" };
    const { reply } = await server()(runEndpoints.listAttempts, { params, identity: CREW });
    expect(reply.map(({ kept }) => kept)).toEqual([true, false]);
  });

  test("one that was restored is not swept, although a later one is there", async () => {
    const processingId = await runTwice(rig());
    const params = { processingId, job: "PI1", attempt: "1" };
    await server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    await sql`UPDATE processing_runs SET ended = now() - interval '31 days'`.execute(rig().db);
    expect(await removeOldAttempts(rig().deps, 30)).toBe(0);
  });

  test("the only one that succeeded is not swept, however often later ones failed", async () => {
    const { id: processingId, key } = await rig().startRun();
    await rig().engine.finish(key, () => report());
    for (let time = 0; time < 2; time += 1) {
      await rig().settle();
      await rig().order(processingId, "PI1");
      await rig().settle();
      await rig().engine.finish(rig().onlyKey(), () => ({ ending: "failed", exitCode: 1 }));
    }
    await rig().settle();
    await sql`UPDATE processing_runs SET ended = now() - interval '31 days'`.execute(rig().db);
    // The second one: a failed one that a later one replaced.
    expect(await removeOldAttempts(rig().deps, 30)).toBe(1);
    const params = { processingId, job: "PI1", attempt: "1" };
    await server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    expect((await rig().job(processingId, "PI1")).status).toBe("COMPLETED");
  });

  test("one is kept for as long after it was replaced, however old it was then", async () => {
    await runTwice(rig());
    await sql`UPDATE processing_runs SET ended = now() - interval '90 days'
      WHERE attempt = 1`.execute(rig().db);
    expect(await removeOldAttempts(rig().deps, 30)).toBe(0);
  });

  test("neither outputs nor logs are removed while a project of the flight is on hold", async () => {
    await runTwice(rig());
    const { db } = rig();
    await sql`UPDATE processing_runs SET ended = now() - interval '31 days'`.execute(db);
    await sql`INSERT INTO projects (project_id, name, manager, status)
      VALUES ('P1', 'North', 'M', 'Closed')`.execute(db);
    await sql`INSERT INTO flight_sensors (flight_id, position, sensor_id, type, flight_type, project_id,
        dispatch_lidar, dispatch_imagery)
      SELECT DISTINCT flight_id, 9, 'S9', 'LiDAR', 'Survey', 'P1', '', '' FROM processings`.execute(
      db,
    );
    await sql`INSERT INTO project_holds (project_id, reason, subject, user_name)
      VALUES ('P1', 'a claim', 'ada', 'Ada')`.execute(db);
    const remove = async () => [
      await removeOldAttempts(rig().deps, 30),
      await removeOldLogs(rig().deps, 30),
    ];
    expect(await remove()).toEqual([0, 0]);
    await sql`UPDATE project_holds SET lifted = now(), lifted_by = 'Ada', lift_reason = 'settled'`.execute(
      db,
    );
    expect(await remove()).toEqual([1, 2]);
  });

  test("logs of runs that ended long ago are removed, published or not; a call for them says so", async () => {
    const processingId = await runTwice(rig());
    const { spool } = rig().deps;
    const submissions = await rig().db.selectFrom("run_submissions").select("key").execute();
    const keys = new Set(submissions.map(({ key }) => key));
    await sql`UPDATE processing_runs SET ended = now() - interval '31 days'
      WHERE attempt = 2`.execute(rig().db);
    expect(await removeOldLogs(rig().deps, 30)).toBe(1);
    expect((await readdir(spool)).filter((name) => keys.has(name))).toHaveLength(1);
    expect(await removeOldLogs(rig().deps, 30)).toBe(0);
    const read = (attempt: string) =>
      server()(runEndpoints.readTaskLog, {
        params: { processingId, job: "PI1", attempt },
        query: { task: "all" },
        identity: CREW,
      });
    await expect(read("2")).rejects.toMatchObject({
      code: "OBJECT_NOT_FOUND",
      message: expect.stringMatching(/the logs of this attempt were removed on \d{4}-/),
    });
    expect((await read("1")).reply.size).toBe(0);
    expect((await rig().manifest(processingId, "PI1"))!.attempt).toBe(2);
    const params = { processingId, job: "PI1" };
    const { reply } = await server()(runEndpoints.listAttempts, { params, identity: CREW });
    expect(reply.map(({ kept, logsKept }) => [kept, logsKept])).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  test("folders that belong to no run are removed after a day, those of runs stay", async () => {
    const { key } = await rig().startRun();
    const { db, spool } = rig().deps;
    await sql`INSERT INTO prepared_clouds (id, bucket, key, version, size, copy_bucket, state)
      VALUES ('open', 'b', 'a.laz', 'v', 1, 'c', 'open'), ('done', 'b', 'b.laz', 'v', 1, 'c', 'done')`.execute(
      db,
    );
    const preparing = preparationKey({ id: "open", attempt: 1 });
    const prepared = preparationKey({ id: "done", attempt: 1 });
    const others = [".swath-draft", "swath-orphan-1", "swath-new-1", "others"];
    const old = new Date(Date.now() - 25 * 3_600_000);
    for (const name of [...others, preparing, prepared]) {
      await mkdir(join(spool, name), { recursive: true });
      if (name !== "swath-new-1") await utimes(join(spool, name), old, old);
    }
    await utimes(join(spool, key), old, old);
    await removeOrphanFolders(rig().deps);
    const left = await readdir(spool);
    expect(left).toEqual(expect.arrayContaining([key, "swath-new-1", "others", preparing]));
    expect(left).not.toContain(".swath-draft");
    expect(left).not.toContain("swath-orphan-1");
    expect(left).not.toContain(prepared);
  });
});
