import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  type Faults,
  interruptedStore,
} from "../../platform/object-store/testing/interrupted-store.ts";
import { restoreAttempt } from "../attempts/restore-attempt.ts";
import type { Left } from "../testing/fake-engine.ts";
import { report, useRig } from "../testing/use-rig.ts";
import { concludeRun } from "./conclude-run.ts";
import { readEnded, readTasks } from "./read-results.ts";
import { readRun } from "./run-record.ts";
import { keepTasks } from "./ended-tasks.ts";

const rig = useRig();
/** What a transaction says whose session was ended, by when its client learns of it. */
const CUT_OFF = /connection|ECONNRESET|EPIPE/i;
const MANIFEST = /\/PI1\/manifest\.json$/;

/** What PostgreSQL does with those of a server that it hears nothing of. */
const endTransactions = () =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`.execute(rig().db);

async function runOf(key: string): Promise<string> {
  const { run_id } = await rig()
    .db.selectFrom("run_submissions")
    .select("run_id")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return run_id;
}

const CREW = { actor: { subject: "crew", name: "Casey Crew" } } as const;

/** Lets a run end, and answers how a server concludes it whose calls of the store may fail. */
async function endedRun(
  key: string,
  left: Left = report(),
): Promise<(faults: Faults) => Promise<void>> {
  await rig().engine.finish(key, () => left);
  const { db, spool } = rig().deps;
  const run_id = await runOf(key);
  const folder = join(spool, key);
  const tasks = await readTasks(folder);
  await keepTasks(db, run_id, await readEnded(folder, { key, kind: "tasks" }, tasks, []));
  const record = await readRun(db, run_id);
  return (faults) =>
    concludeRun({ ...rig().deps, store: interruptedStore(rig().deps.store, faults) }, record);
}

describe("processing/R9 a manifest that was written and never committed", () => {
  test("is gone once its job was cancelled", async () => {
    const { id, key } = await rig().startRun();
    const conclude = await endedRun(key);
    const killed = conclude({
      after: (call, at) => {
        if (call === "write" && MANIFEST.test(at)) throw new Error("killed");
      },
    });
    await expect(killed).rejects.toThrow("killed");
    expect((await rig().manifest(id, "PI1"))?.attempt).toBe(1);
    await rig().move(id, "PI1", "cancel");
    await rig().settle();
    expect(await rig().manifest(id, "PI1")).toBeUndefined();
  });

  test("takes nothing from a later attempt when its server stood still meanwhile", async () => {
    const { id, key } = await rig().startRun();
    const conclude = await endedRun(key);
    let times = 0;
    const stoodStill = conclude({
      before: async (call, at) => {
        if (call !== "write" || !MANIFEST.test(at) || (times += 1) > 1) return;
        await endTransactions();
        await rig().settle();
        expect((await rig().job(id, "PI1")).status).toBe("COMPLETED");
        await rig().order(id, "PI1");
        await rig().settle();
        await rig().engine.finish(rig().onlyKey(), () => report("{ }"));
        await rig().settle();
        expect((await rig().manifest(id, "PI1"))?.attempt).toBe(2);
      },
    });
    await expect(stoodStill).rejects.toThrow(CUT_OFF);
    expect((await rig().manifest(id, "PI1"))?.attempt).toBe(2);
  });

  test("is replaced by the published one where it was of a restore that failed", async () => {
    const { id, key } = await rig().startRun();
    await rig().engine.finish(key, () => report());
    await rig().settle();
    const run_id = await runOf(key);
    await rig().order(id, "PI1");
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => report("{ }"));
    await rig().settle();
    const store = interruptedStore(rig().deps.store, {
      after: async (call) => {
        if (call === "write") await endTransactions();
      },
    });
    const restoring = restoreAttempt(
      { ...rig().deps, store },
      await readRun(rig().db, run_id),
      CREW,
    );
    await expect(restoring).rejects.toThrow(CUT_OFF);
    expect((await rig().manifest(id, "PI1"))?.attempt).toBe(2);
  });
});

test("processing/R10 a withdrawal by a server that stood still takes nothing from what was restored", async () => {
  const { id, key } = await rig().startRun();
  await rig().engine.finish(key, () => report());
  await rig().settle();
  await rig().order(id, "PI1");
  await rig().settle();
  const conclude = await endedRun(rig().onlyKey(), { ending: "failed", exitCode: 1 });
  let times = 0;
  const stoodStill = conclude({
    before: async (call, at) => {
      if (call !== "remove" || !MANIFEST.test(at) || (times += 1) > 1) return;
      await endTransactions();
      await rig().settle();
      expect((await rig().job(id, "PI1")).status).toBe("FAILED");
      await restoreAttempt(rig().deps, await readRun(rig().db, await runOf(key)), CREW);
    },
  });
  await expect(stoodStill).rejects.toThrow(CUT_OFF);
  expect(times).toBe(1);
  expect((await rig().manifest(id, "PI1"))?.attempt).toBe(1);
});
