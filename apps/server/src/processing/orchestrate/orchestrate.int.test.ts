import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testStage } from "../testing/run-rig.ts";
import { report, useRig } from "../testing/use-rig.ts";
import { concludeRun } from "../runs/conclude-run.ts";
import { readEnded, readTasks } from "../runs/read-results.ts";
import { readRun } from "../runs/run-record.ts";
import { keepTasks } from "../runs/ended-tasks.ts";
import { createOrchestrator } from "./orchestrate.ts";

const rig = useRig();

describe("the orchestrator", () => {
  test("processing/S1 ends the run of a job that was cancelled in its engine", async () => {
    const { id, key } = await rig().startRun();
    await rig().move(id, "PI1", "cancel");
    await rig().settle();
    expect(rig().engine.cancelled).toContain(key);
    expect((await rig().job(id, "PI1")).status).toBe("CANCELLED");
    await rig().order(id, "PI1");
    await rig().settle();
    expect((await rig().engine.fileOf(rig().onlyKey())).attempt).toBe(2);
  });

  test("processing/S1 what is cancelled makes room before another run is submitted", async () => {
    const { id } = await rig().startRun();
    const other = await rig().seedProcessing(["PI1"]);
    await rig().order(other, "PI1");
    const { engine } = rig();
    // The other run is written, and waits for the engine.
    engine.reachable = false;
    await rig().orchestrator.pass();
    rig().problems.splice(0);
    engine.reachable = true;
    await rig().move(id, "PI1", "cancel");
    const calls: string[] = [];
    const [cancel, submit] = [engine.cancel.bind(engine), engine.submit.bind(engine)];
    engine.cancel = async (key) => {
      for (let turns = 0; turns < 100; turns += 1) await new Promise(setImmediate);
      await cancel(key);
      calls.push("cancelled");
    };
    engine.submit = async (run) => {
      calls.push("submitted");
      return submit(run);
    };
    await rig().orchestrator.pass();
    expect(calls).toEqual(["cancelled", "submitted"]);
  });

  test("processing/S2 a server killed right after the submission submits no second run", async () => {
    rig().install(testStage("PI1"));
    const id = await rig().seedProcessing(["PI1"]);
    await rig().order(id, "PI1");
    const submit = rig().engine.submit.bind(rig().engine);
    rig().engine.submit = async (run) => {
      await submit(run);
      throw new Error("killed");
    };
    await rig().orchestrator.pass();
    rig().engine.submit = submit;
    expect(rig().problems.splice(0)).toHaveLength(1);
    expect((await rig().job(id, "PI1")).status).toBe("QUEUING");
    rig().orchestrator = createOrchestrator(rig().deps);
    await rig().settle();
    expect(rig().engine.taken.size).toBe(1);
    expect((await rig().job(id, "PI1")).status).toBe("QUEUED");
  });

  test("processing/S3 a run that its engine lost is submitted again by the same key", async () => {
    const { id, key } = await rig().startRun();
    rig().engine.taken.clear();
    await rig().orchestrator.pass();
    await rig().orchestrator.pass();
    expect((await rig().job(id, "PI1")).status).toBe("RUNNING");
    await rig().settle();
    await rig().settle();
    expect(rig().engine.open).toEqual([key]);
    expect((await rig().job(id, "PI1")).status).toBe("QUEUED");
  });

  test("processing/S2 a run whose folder came with a copy of the data folder reaches this store, not the original's", async () => {
    const { key } = await rig().startRun();
    const access = join(rig().deps.spool, key, "store.json");
    await writeFile(access, '{"kind":"file","dataFolder":"/original"}');
    rig().engine.taken.clear();
    for (let pass = 0; pass < 2; pass += 1) {
      await rig().orchestrator.pass();
      expect(await readFile(access, "utf8")).not.toBe(rig().deps.storeAccess);
    }
    for (let pass = 0; pass < 2; pass += 1) await rig().settle();
    expect(rig().engine.open).toEqual([key]);
    expect(await readFile(access, "utf8")).toBe(rig().deps.storeAccess);
  });

  test("processing/S4 an engine that does not answer changes nothing but the reason", async () => {
    const { id } = await rig().startRun();
    rig().engine.reachable = false;
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "RUNNING",
      reason: "The compute engine does not answer",
    });
    rig().engine.reachable = true;
    await rig().settle();
    expect((await rig().job(id, "PI1")).reason).toBeNull();
  });

  test("processing/S4 an engine that does not answer loses no run that it did not know twice", async () => {
    const { id } = await rig().startRun();
    rig().engine.taken.clear();
    await rig().orchestrator.pass();
    await rig().orchestrator.pass();
    rig().engine.reachable = false;
    await rig().orchestrator.pass();
    expect((await rig().job(id, "PI1")).status).toBe("RUNNING");
    const { missed } = await rig()
      .db.selectFrom("run_submissions")
      .select("missed")
      .executeTakeFirstOrThrow();
    expect(missed).toBe(2);
  });

  test("processing/O1 of two servers that find the same order one makes a run of it", async () => {
    rig().install(testStage("PI1"));
    const id = await rig().seedProcessing([{ name: "PI1", area: "gps" }]);
    await rig().order(id, "PI1");
    const other = createOrchestrator(rig().deps);
    await Promise.all([rig().orchestrator.pass(), other.pass()]);
    await rig().settle();
    expect(rig().engine.taken.size).toBe(1);
    const runs = await rig().db.selectFrom("processing_runs").select("attempt").execute();
    expect(runs).toEqual([{ attempt: 1 }]);
  });

  test("processing/R4 of two servers that conclude a run at once one does", async () => {
    const { id, key } = await rig().startRun();
    await rig().engine.finish(key, () => report());
    const { run_id } = await rig()
      .db.selectFrom("run_submissions")
      .select("run_id")
      .executeTakeFirstOrThrow();
    const folder = join(rig().deps.spool, key);
    await keepTasks(
      rig().db,
      run_id,
      await readEnded(folder, { key, kind: "tasks" }, await readTasks(folder), []),
    );
    const record = await readRun(rig().db, run_id);
    await Promise.all([concludeRun(rig().deps, record), concludeRun(rig().deps, record)]);
    expect((await rig().job(id, "PI1")).status).toBe("COMPLETED");
    const moves = await rig()
      .db.selectFrom("processing_job_history")
      .select("status")
      .where("status", "=", "COMPLETED")
      .execute();
    expect(moves).toHaveLength(1);
  });

  test("processing/R4 a run that is concluded twice is published once", async () => {
    const { id, key } = await rig().startRun();
    await rig().engine.finish(key, () => report());
    const other = createOrchestrator(rig().deps);
    await Promise.all([rig().orchestrator.pass(), other.pass()]);
    await rig().settle();
    expect((await rig().job(id, "PI1")).status).toBe("COMPLETED");
    const runs = await rig()
      .db.selectFrom("processing_runs")
      .select(["published", "state"])
      .where("job_id", "=", `${id}-PI1`)
      .execute();
    expect(runs).toEqual([{ published: true, state: "ended" }]);
    const moves = await rig()
      .db.selectFrom("processing_job_history")
      .select("status")
      .where("job_id", "=", `${id}-PI1`)
      .where("status", "=", "COMPLETED")
      .execute();
    expect(moves).toHaveLength(1);
  });

  test("says why a run waits, and when it is expected to start", async () => {
    rig().install(testStage("PI1"));
    const id = await rig().seedProcessing(["PI1"]);
    await rig().order(id, "PI1");
    await rig().settle();
    const expectedStart = new Date(Date.now() + 600_000);
    rig().engine.set(rig().onlyKey(), { reason: "All processors are taken", expectedStart });
    await rig().settle();
    expect((await rig().job(id, "PI1")).reason).toBe(
      "All processors are taken; expected to start in about 10 min",
    );
  });
});
