import { describe, expect, test } from "vitest";
import { report, useRig } from "../testing/use-rig.ts";
import { testStage } from "../testing/run-rig.ts";

const rig = useRig();

describe("a run", () => {
  test("goes from its order to published outputs, and the job's history shows each status", async () => {
    const { id, key } = await rig().startRun();
    expect((await rig().job(id, "PI1")).status).toBe("RUNNING");
    await rig().engine.finish(key, () => report());
    await rig().settle();
    const job = await rig().job(id, "PI1");
    expect(job).toMatchObject({
      status: "COMPLETED",
      attempts: 1,
      succeeded: 1,
      failed: 0,
      output_path: "PI1/.attempt-1/",
      reason: null,
    });
    expect(job.run_started).not.toBeNull();
    expect(await rig().manifest(id, "PI1")).toMatchObject({
      attempt: 1,
      folder: `${id}/PI1/.attempt-1/`,
      files: [{ path: "report.json", kind: "report", size: 2 }],
    });
    const history = await rig()
      .db.selectFrom("processing_job_history")
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
    const { key } = await rig().startRun();
    const file = await rig().engine.fileOf(key);
    expect(file.command).toEqual([
      "/node",
      "/stages/main.ts",
      "PI1",
      "--cell",
      "1",
      "{input.points}",
      "{out}",
    ]);
    const [task] = await rig().engine.tasksOf(key);
    expect(task!.inputs["points"]).toMatchObject([
      { path: "a.laz", bucket: "swath-terrainmapperlidar", size: 11 },
      { path: "b.laz" },
    ]);
    expect(task!.inputs["points"]![0]!.xxh128).toHaveLength(32);
  });

  test("processing/V4 of a stage some of whose tasks failed is COMPLETED_WITH_ERRORS, with files and messages", async () => {
    const { id, key } = await rig().startRun(testStage("ICP2", { tasks: { each: "points" } }));
    await rig().engine.finish(key, ({ name }) =>
      name === "a.laz"
        ? { files: { "a.json": "{}" } }
        : {
            ending: "failed",
            exitCode: 1,
            errors: [{ file: "b.laz", message: "ends at point 12" }],
          },
    );
    await rig().settle();
    expect(await rig().job(id, "ICP2")).toMatchObject({
      status: "COMPLETED_WITH_ERRORS",
      succeeded: 1,
      failed: 1,
      failed_files: [{ file_names: ["b.laz"], failure_message: ["ends at point 12"] }],
      reason: "1 of 2 tasks failed: 1 exited with code 1",
    });
  });

  test("leaves what it failed with to the failure inbox, until it runs again", async () => {
    const failures = async (id: string) =>
      rig()
        .db.selectFrom("job_failures")
        .select(["message", "example", "kind", "is_open"])
        .where("processing_id", "=", id)
        .execute();
    const { id, key } = await rig().startRun(testStage("ICP2", { tasks: { each: "points" } }));
    await rig().engine.finish(key, ({ name }) => ({
      ending: "failed",
      exitCode: 1,
      errors: [{ file: name, message: `${name}: ends at point 12` }],
    }));
    await rig().settle();
    expect(await failures(id)).toEqual([
      {
        message: "<file>: ends at point <n>",
        example: "a.laz: ends at point 12",
        kind: "failed",
        is_open: true,
      },
    ]);
    await rig().order(id, "ICP2");
    expect(await failures(id)).toEqual([]);
  });

  test("whose measure missed its bound leaves that to the failure inbox", async () => {
    const accept = [{ measure: "shift", most: 0.1, otherwise: "QA" }];
    const { id, key } = await rig().startRun(testStage("ICP2", { accept }));
    const measure = { name: "shift", label: "Strip shift", value: 0.25, unit: "m" };
    await rig().engine.finish(key, () => ({ ...report(), measures: [measure] }));
    await rig().settle();
    expect((await rig().job(id, "ICP2")).status).toBe("COMPLETED");
    const rows = await rig()
      .db.selectFrom("job_failures")
      .select(["message", "kind", "is_open"])
      .where("processing_id", "=", id)
      .execute();
    expect(rows).toEqual([
      {
        message: "Strip shift is <n> m, at most <n> is allowed",
        kind: "missedBound",
        is_open: true,
      },
    ]);
  });

  test("processing/V1 all of whose tasks blame their files is FAILED with attempts -1, and publishes nothing", async () => {
    const { id, key } = await rig().startRun();
    const errors = [{ file: "a.laz", message: "no LAS header" }];
    await rig().engine.finish(key, () => ({ ending: "failed", exitCode: 1, errors }));
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "FAILED",
      attempts: -1,
      output_path: null,
    });
    expect(await rig().manifest(id, "PI1")).toBeUndefined();
  });

  test("processing/V2 whose program has none for the recording leaves the job UNAVAILABLE with the reason", async () => {
    const { id, key } = await rig().startRun();
    const errors = [{ file: "a.range", message: "needs the maker's software" }];
    await rig().engine.finish(key, () => ({ ending: "failed", exitCode: 3, errors }));
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "UNAVAILABLE",
      reason: "needs the maker's software",
    });
  });

  test("processing/R5 whose tasks were lost with their node runs these again, and no others", async () => {
    const { id, key } = await rig().startRun(testStage("ICP2", { tasks: { each: "points" } }));
    await rig().engine.finish(key, ({ name }) =>
      name === "a.laz" ? { files: { "a.json": "{}" } } : undefined,
    );
    await rig().settle();
    const again = rig().onlyKey();
    expect(again).not.toBe(key);
    expect((await rig().engine.tasksOf(again)).map(({ name }) => name)).toEqual(["b.laz"]);
    await rig().engine.finish(again, () => ({ files: { "b.json": "{}" } }));
    await rig().settle();
    expect(await rig().job(id, "ICP2")).toMatchObject({
      status: "COMPLETED",
      succeeded: 2,
      failed: 0,
    });
    expect((await rig().manifest(id, "ICP2"))!.files.map(({ path }) => path)).toEqual([
      "a.json",
      "b.json",
    ]);
  });

  test("processing/R5 whose node is lost for ever fails after three submissions", async () => {
    const { id } = await rig().startRun();
    for (let time = 0; time < 3; time += 1) {
      await rig().engine.finish(rig().onlyKey(), () => undefined);
      await rig().settle();
    }
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "FAILED",
      reason: "1 of 1 tasks failed: 1 was lost with its node",
      attempts: 1,
    });
  });

  test("processing/R6 of a stage that collects does so once, with the outputs of all tasks", async () => {
    const stage = testStage("ICP2", {
      tasks: { each: "points" },
      collect: ["{node}", "collect", "{input.tasks}"],
    });
    const { id, key } = await rig().startRun(stage);
    await rig().engine.finish(key, ({ name }) => ({ files: { [`${name}.json`]: "{}" } }));
    await rig().settle();
    const collect = rig().onlyKey();
    const [task] = await rig().engine.tasksOf(collect);
    expect(task!.inputs["tasks"]!.map(({ path }) => path)).toEqual(["a.laz.json", "b.laz.json"]);
    // It is given what it names.
    expect(Object.keys(task!.inputs)).toEqual(["tasks"]);
    expect((await rig().engine.fileOf(collect)).command).toEqual([
      "/node",
      "collect",
      "{input.tasks}",
    ]);
    await rig().engine.finish(collect, () => ({ files: { "pairs.json": "[]" } }));
    await rig().settle();
    expect((await rig().manifest(id, "ICP2"))!.files.map(({ path }) => path)).toEqual([
      "a.laz.json",
      "b.laz.json",
      "pairs.json",
    ]);
    expect((await rig().job(id, "ICP2")).succeeded).toBe(2);
  });

  test("processing/V6 whose measure misses its bound does what the bound says", async () => {
    const accept = [{ measure: "agreement", least: 0.9, otherwise: "FAILED" }];
    const { id, key } = await rig().startRun(testStage("PI1", { accept }));
    const measures = [{ name: "agreement", label: "Agreement", value: 0.5, unit: "" }];
    await rig().engine.finish(key, () => ({ ...report(), measures }));
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "FAILED",
      attempts: 1,
      reason: "Agreement is 0.5, at least 0.9 is needed",
    });
    expect(await rig().manifest(id, "PI1")).toBeUndefined();
  });

  test("processing/V6 whose measure misses a bound for QA is COMPLETED, and what follows waits for its QA", async () => {
    const accept = [{ measure: "agreement", least: 0.9, otherwise: "QA" }];
    const later = { inputs: { report: { from: "PI1", glob: "*.json" } }, command: ["x"] };
    rig().install(testStage("PI1", { accept }), testStage("ICP1", later));
    const id = await rig().seedProcessing(["PI1", "ICP1"]);
    await rig().order(id, "PI1");
    await rig().settle();
    const measures = [{ name: "agreement", label: "Agreement", value: 0.5, unit: "" }];
    await rig().engine.finish(rig().onlyKey(), () => ({ ...report(), measures }));
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({ status: "COMPLETED", require_qa: true });
    expect((await rig().job(id, "ICP1")).status).toBe("NOT_COMMENCED");
    await rig().move(id, "PI1", "completeQA", { qa_user: "Quinn Quality" });
    await rig().settle();
    expect((await rig().job(id, "ICP1")).status).toBe("QUEUED");
  });

  test("processing/V7 whose one task failed in one of its files publishes the others' results", async () => {
    const { id, key } = await rig().startRun(testStage("PI1", { tolerance: 0.5 }));
    const errors = [{ file: "b.laz", message: "ends within its header" }];
    const measures = [{ name: "files", label: "Files", value: 1, unit: "" }];
    await rig().engine.finish(key, () => ({
      ...report(),
      ending: "failed",
      exitCode: 1,
      errors,
      measures,
    }));
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "COMPLETED",
      attempts: 1,
      succeeded: 1,
      failed: 1,
      reason: "1 of 2 files failed",
      failed_files: [{ file_names: ["b.laz"], failure_message: ["ends within its header"] }],
    });
    expect((await rig().manifest(id, "PI1"))!.files).toMatchObject([{ path: "report.json" }]);
    const run = await rig()
      .db.selectFrom("processing_runs")
      .select("measures")
      .executeTakeFirstOrThrow();
    expect(run.measures).toEqual(measures);
  });

  test("processing/R10 that failed withdraws what the former one published: nothing goes on with it", async () => {
    const later = { inputs: { report: { from: "PI1", glob: "*.json" } }, command: ["x"] };
    rig().install(testStage("PI1"), testStage("ICP1", later));
    const id = await rig().seedProcessing(["PI1", "ICP1"]);
    await rig().order(id, "PI1");
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => report("first"));
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => report("of ICP1"));
    await rig().settle();
    await rig().move(id, "ICP1", "reset");
    await rig().order(id, "PI1");
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => ({ ending: "failed", exitCode: 1 }));
    await rig().settle();
    const job = await rig().job(id, "PI1");
    expect(job).toMatchObject({ status: "FAILED", attempts: 2, output_path: null });
    expect(await rig().manifest(id, "PI1")).toBeUndefined();
    // Somebody decides that the rest is to go on: it has nothing to go on with, and says so.
    await rig().move(id, "PI1", "markIgnored");
    await rig().settle();
    expect(await rig().job(id, "ICP1")).toMatchObject({
      status: "PREQUEUE",
      reason: "Waits for outputs of PI1",
    });
    const kept = await rig().deps.store.head(
      rig().deps.buckets.terrainMapperProcessing,
      `${id}/PI1/.attempt-1/report.json`,
    );
    expect(kept).toBeDefined();
  });

  test("two tasks that wrote the same path publish neither", async () => {
    const { id, key } = await rig().startRun(testStage("ICP2", { tasks: { each: "points" } }));
    await rig().engine.finish(key, () => report());
    await rig().settle();
    expect(await rig().job(id, "ICP2")).toMatchObject({
      status: "FAILED",
      reason: "Two tasks wrote report.json",
    });
  });
});
