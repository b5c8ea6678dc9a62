import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Left } from "./testing/fake-engine.ts";
import { RunRig, testStage } from "./testing/run-rig.ts";
import { createSweeper } from "./sweep/sweep.ts";

let rig: RunRig;

beforeAll(async () => {
  rig = await RunRig.open();
  await rig.plantUpload({
    "a.laz": "points of a",
    "b.laz": "points of b",
    "notes.txt": "no points",
  });
});
afterEach(async () => {
  await rig.db.deleteFrom("processings").execute();
  expect(rig.problems.splice(0)).toEqual([]);
  rig.stages.clear();
  rig.engine.taken.clear();
  rig.engine.reachable = true;
});
afterAll(() => rig.close());

const report = (said = "{}"): Left => ({ files: { "report.json": said } });
const only = (): string => {
  const [key, ...more] = rig.engine.open;
  expect(more).toEqual([]);
  return key!;
};

async function running(stage = testStage("PI1")): Promise<{ id: string; key: string }> {
  rig.install(stage);
  const id = await rig.plantProcessing([stage.name]);
  await rig.order(id, stage.name);
  await rig.settle();
  const key = only();
  rig.engine.set(key, { phase: "running" });
  await rig.settle();
  return { id, key };
}

describe("a run", () => {
  test("goes from its order to published outputs, and the job's history shows each status", async () => {
    const { id, key } = await running();
    expect((await rig.job(id, "PI1")).status).toBe("RUNNING");
    await rig.engine.finish(key, () => report());
    await rig.settle();
    const job = await rig.job(id, "PI1");
    expect(job).toMatchObject({
      status: "COMPLETED",
      attempts: 1,
      succeeded: 1,
      failed: 0,
      output_path: "PI1/.attempt-1/",
      reason: null,
    });
    expect(job.run_started).not.toBeNull();
    expect(await rig.manifest(id, "PI1")).toMatchObject({
      attempt: 1,
      folder: `${id}/PI1/.attempt-1/`,
      files: [{ path: "report.json", kind: "report", size: 2 }],
    });
    const history = await rig.db
      .selectFrom("processing_job_history")
      .select("status")
      .where("job_id", "=", job.id)
      .orderBy("at")
      .execute();
    expect(history.map(({ status }) => status)).toEqual([
      "PREQUEUE",
      "QUEUING",
      "QUEUED",
      "RUNNING",
      "COMPLETED",
    ]);
  });

  test("has a folder with its command, its task's inputs and their checksums", async () => {
    const { key } = await running();
    const file = await rig.engine.fileOf(key);
    expect(file.command).toEqual([
      "/node",
      "/stages/main.ts",
      "PI1",
      "--cell",
      "1",
      "{input.points}",
      "{out}",
    ]);
    const [task] = await rig.engine.tasksOf(key);
    expect(task!.inputs["points"]).toMatchObject([
      { path: "a.laz", bucket: "swath-terrainmapperlidar", size: 11 },
      { path: "b.laz" },
    ]);
    expect(task!.inputs["points"]![0]!.xxh128).toHaveLength(32);
  });

  test("runs/V4 of a stage some of whose tasks failed is COMPLETED_WITH_ERRORS, with files and messages", async () => {
    const { id, key } = await running(testStage("ICP2", { tasks: { each: "points" } }));
    await rig.engine.finish(key, ({ name }) =>
      name === "a.laz"
        ? { files: { "a.json": "{}" } }
        : {
            ending: "failed",
            exitCode: 1,
            errors: [{ file: "b.laz", message: "ends at point 12" }],
          },
    );
    await rig.settle();
    expect(await rig.job(id, "ICP2")).toMatchObject({
      status: "COMPLETED_WITH_ERRORS",
      succeeded: 1,
      failed: 1,
      failed_files: [{ file_names: ["b.laz"], failure_message: ["ends at point 12"] }],
      reason: "1 of 2 tasks failed: 1 exited with code 1",
    });
  });

  test("runs/V1 all of whose tasks blame their files is FAILED with attempts -1, and publishes nothing", async () => {
    const { id, key } = await running();
    const errors = [{ file: "a.laz", message: "no LAS header" }];
    await rig.engine.finish(key, () => ({ ending: "failed", exitCode: 1, errors }));
    await rig.settle();
    expect(await rig.job(id, "PI1")).toMatchObject({
      status: "FAILED",
      attempts: -1,
      output_path: null,
    });
    expect(await rig.manifest(id, "PI1")).toBeUndefined();
  });

  test("runs/V2 whose program has none for the recording leaves the job UNAVAILABLE with the reason", async () => {
    const { id, key } = await running();
    const errors = [{ file: "a.range", message: "needs the maker's software" }];
    await rig.engine.finish(key, () => ({ ending: "failed", exitCode: 3, errors }));
    await rig.settle();
    expect(await rig.job(id, "PI1")).toMatchObject({
      status: "UNAVAILABLE",
      reason: "needs the maker's software",
    });
  });

  test("runs/R5 whose tasks were lost with their node runs these again, and no others", async () => {
    const { id, key } = await running(testStage("ICP2", { tasks: { each: "points" } }));
    await rig.engine.finish(key, ({ name }) =>
      name === "a.laz" ? { files: { "a.json": "{}" } } : undefined,
    );
    await rig.settle();
    const again = only();
    expect(again).not.toBe(key);
    expect((await rig.engine.tasksOf(again)).map(({ name }) => name)).toEqual(["b.laz"]);
    await rig.engine.finish(again, () => ({ files: { "b.json": "{}" } }));
    await rig.settle();
    expect(await rig.job(id, "ICP2")).toMatchObject({
      status: "COMPLETED",
      succeeded: 2,
      failed: 0,
    });
    expect((await rig.manifest(id, "ICP2"))!.files.map(({ path }) => path)).toEqual([
      "a.json",
      "b.json",
    ]);
  });

  test("runs/R5 whose node is lost for ever fails after three submissions", async () => {
    const { id } = await running();
    for (let time = 0; time < 3; time += 1) {
      await rig.engine.finish(only(), () => undefined);
      await rig.settle();
    }
    expect(await rig.job(id, "PI1")).toMatchObject({
      status: "FAILED",
      reason: "1 of 1 tasks failed: 1 was lost with its node",
      attempts: 1,
    });
  });

  test("runs/R6 of a stage that collects does so once, with the outputs of all tasks", async () => {
    const stage = testStage("ICP2", {
      tasks: { each: "points" },
      collect: ["{node}", "collect", "{input.tasks}"],
    });
    const { id, key } = await running(stage);
    await rig.engine.finish(key, ({ name }) => ({ files: { [`${name}.json`]: "{}" } }));
    await rig.settle();
    const collect = only();
    const [task] = await rig.engine.tasksOf(collect);
    expect(task!.inputs["tasks"]!.map(({ path }) => path)).toEqual(["a.laz.json", "b.laz.json"]);
    expect(task!.inputs["points"]).toHaveLength(2);
    expect((await rig.engine.fileOf(collect)).command).toEqual([
      "/node",
      "collect",
      "{input.tasks}",
    ]);
    await rig.engine.finish(collect, () => ({ files: { "pairs.json": "[]" } }));
    await rig.settle();
    expect((await rig.manifest(id, "ICP2"))!.files.map(({ path }) => path)).toEqual([
      "a.laz.json",
      "b.laz.json",
      "pairs.json",
    ]);
    expect((await rig.job(id, "ICP2")).succeeded).toBe(2);
  });

  test("runs/V6 whose measure misses its bound does what the bound says", async () => {
    const accept = [{ measure: "agreement", least: 0.9, otherwise: "FAILED" }];
    const { id, key } = await running(testStage("PI1", { accept }));
    const measures = [{ name: "agreement", label: "Agreement", value: 0.5, unit: "" }];
    await rig.engine.finish(key, () => ({ ...report(), measures }));
    await rig.settle();
    expect(await rig.job(id, "PI1")).toMatchObject({
      status: "FAILED",
      attempts: 1,
      reason: "Agreement is 0.5, at least 0.9 is needed",
    });
    expect(await rig.manifest(id, "PI1")).toBeUndefined();
  });

  test("two tasks that wrote the same path publish neither", async () => {
    const { id, key } = await running(testStage("ICP2", { tasks: { each: "points" } }));
    await rig.engine.finish(key, () => report());
    await rig.settle();
    expect(await rig.job(id, "ICP2")).toMatchObject({
      status: "FAILED",
      reason: "Two tasks wrote report.json",
    });
  });
});

describe("the sweep", () => {
  test("runs/S1 ends the run of a job that was cancelled in its engine", async () => {
    const { id, key } = await running();
    await rig.move(id, "PI1", "cancel");
    await rig.settle();
    expect(rig.engine.cancelled).toContain(key);
    expect((await rig.job(id, "PI1")).status).toBe("CANCELLED");
    await rig.order(id, "PI1");
    await rig.settle();
    expect((await rig.engine.fileOf(only())).attempt).toBe(2);
  });

  test("runs/S2 a server killed right after the submission submits no second run", async () => {
    rig.install(testStage("PI1"));
    const id = await rig.plantProcessing(["PI1"]);
    await rig.order(id, "PI1");
    const submit = rig.engine.submit.bind(rig.engine);
    rig.engine.submit = async (run) => {
      await submit(run);
      throw new Error("killed");
    };
    await rig.sweeper.sweep();
    rig.engine.submit = submit;
    expect(rig.problems.splice(0)).toHaveLength(1);
    expect((await rig.job(id, "PI1")).status).toBe("QUEUING");
    rig.sweeper = createSweeper(rig.deps);
    await rig.settle();
    expect(rig.engine.taken.size).toBe(1);
    expect((await rig.job(id, "PI1")).status).toBe("QUEUED");
  });

  test("runs/S3 a run that its engine lost is submitted again by the same key", async () => {
    const { id, key } = await running();
    rig.engine.taken.clear();
    await rig.sweeper.sweep();
    await rig.sweeper.sweep();
    expect((await rig.job(id, "PI1")).status).toBe("RUNNING");
    await rig.settle();
    await rig.settle();
    expect(rig.engine.open).toEqual([key]);
    expect((await rig.job(id, "PI1")).status).toBe("QUEUED");
  });

  test("runs/S4 an engine that does not answer changes nothing but the reason", async () => {
    const { id } = await running();
    rig.engine.reachable = false;
    await rig.settle();
    expect(await rig.job(id, "PI1")).toMatchObject({
      status: "RUNNING",
      reason: "The compute engine does not answer",
    });
    rig.engine.reachable = true;
    await rig.settle();
    expect((await rig.job(id, "PI1")).reason).toBeNull();
  });

  test("runs/R4 a run that is concluded twice is published once", async () => {
    const { id, key } = await running();
    await rig.engine.finish(key, () => report());
    const other = createSweeper(rig.deps);
    await Promise.all([rig.sweeper.sweep(), other.sweep()]);
    await rig.settle();
    expect((await rig.job(id, "PI1")).status).toBe("COMPLETED");
    const runs = await rig.db
      .selectFrom("processing_runs")
      .select(["published", "state"])
      .where("job_id", "=", `${id}-PI1`)
      .execute();
    expect(runs).toEqual([{ published: true, state: "ended" }]);
    const moves = await rig.db
      .selectFrom("processing_job_history")
      .select("status")
      .where("job_id", "=", `${id}-PI1`)
      .where("status", "=", "COMPLETED")
      .execute();
    expect(moves).toHaveLength(1);
  });

  test("says why a run waits, and when it is expected to start", async () => {
    rig.install(testStage("PI1"));
    const id = await rig.plantProcessing(["PI1"]);
    await rig.order(id, "PI1");
    await rig.settle();
    const expectedStart = new Date(Date.now() + 600_000);
    rig.engine.set(only(), { reason: "All processors are taken", expectedStart });
    await rig.settle();
    expect((await rig.job(id, "PI1")).reason).toBe(
      "All processors are taken; expected to start in about 10 min",
    );
  });
});

describe("what comes after", () => {
  const later = (rest: object = {}) =>
    testStage("ICP1", {
      inputs: { index: { from: "PI1", glob: "*.json" } },
      ...rest,
      params: {},
      command: ["x"],
    });

  test("starts by itself once all that it needs is done, and reads what was published", async () => {
    rig.install(testStage("PI1"), later());
    const id = await rig.plantProcessing(["PI1", "ICP1"]);
    await rig.order(id, "PI1");
    await rig.settle();
    await rig.engine.finish(only(), () => report());
    await rig.settle();
    const key = only();
    const [task] = await rig.engine.tasksOf(key);
    expect(task!.inputs["index"]).toMatchObject([
      { path: "report.json", key: `${id}/PI1/.attempt-1/report.json`, size: 2 },
    ]);
    expect((await rig.job(id, "ICP1")).status).toBe("QUEUED");
  });

  test("waits for the QA of what it needs, and says so where it was ordered", async () => {
    rig.install(testStage("PI1", { requireQA: true }), later());
    const id = await rig.plantProcessing(["PI1", "ICP1"]);
    await rig.order(id, "PI1");
    await rig.settle();
    await rig.engine.finish(only(), () => report());
    await rig.settle();
    expect(rig.engine.open).toEqual([]);
    expect((await rig.job(id, "ICP1")).status).toBe("NOT_COMMENCED");
    await rig.order(id, "ICP1");
    await rig.settle();
    expect(await rig.job(id, "ICP1")).toMatchObject({
      status: "PREQUEUE",
      reason: "Waits for the QA of PI1 label",
    });
    await rig.move(id, "PI1", "completeQA", { qa_user: "Casey Crew" });
    await rig.settle();
    expect((await rig.job(id, "ICP1")).status).toBe("QUEUED");
  });

  test("runs/A1 processings of which no run was made here do not go on by themselves", async () => {
    rig.install(testStage("PI1"), later());
    const id = await rig.plantProcessing([{ name: "PI1", status: "FAILED" }, "ICP1"]);
    await rig.move(id, "PI1", "markIgnored");
    await rig.settle();
    expect((await rig.job(id, "ICP1")).status).toBe("NOT_COMMENCED");
  });

  test("runs/A3 the outputs of a job that was set back are withdrawn, its attempt stays", async () => {
    const { id, key } = await running();
    await rig.engine.finish(key, () => report());
    await rig.settle();
    await rig.move(id, "PI1", "reset");
    await rig.settle();
    expect(await rig.manifest(id, "PI1")).toBeUndefined();
    expect((await rig.job(id, "PI1")).output_path).toBeNull();
  });
});

describe("an order", () => {
  test.each([
    ["a stage that is not installed", [], {}, "UNAVAILABLE", "No stage file PI1 is installed"],
    [
      "a sensor that no program is for",
      [testStage("PI1", { sensors: "ALTM*" })],
      {},
      "UNAVAILABLE",
      "No program of PI1 label processes recordings of Terrain Mapper 045",
    ],
    [
      "a parameter out of bounds",
      [testStage("PI1")],
      { params: { cell: 0 } },
      "FAILED",
      "cell must be at least 0.1",
    ],
  ])("of %s ends with the reason", async (_, stages, order, status, reason) => {
    rig.install(...stages);
    const id = await rig.plantProcessing(["PI1"]);
    await rig.order(id, "PI1", order);
    await rig.settle();
    expect(await rig.job(id, "PI1")).toMatchObject({ status, reason });
  });

  test("waits for data that is not ready", async () => {
    rig.install(
      testStage("PI1", { inputs: { points: { from: "upload:LiDAR", glob: "**/*.range" } } }),
    );
    const id = await rig.plantProcessing(["PI1"]);
    await rig.order(id, "PI1");
    await rig.settle();
    expect(await rig.job(id, "PI1")).toMatchObject({
      status: "PREQUEUE",
      reason: "Waits for data of the upload LiDAR",
    });
  });
});
