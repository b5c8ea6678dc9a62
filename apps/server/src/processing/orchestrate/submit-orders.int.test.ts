import { describe, expect, test } from "vitest";
import { text } from "node:stream/consumers";
import type { InstructionFile } from "@swath/contract/instructions";
import { sql } from "kysely";
import type { CalibrationFile } from "@swath/contract/processing";
import { keepFirstLMSVersion } from "../../domain/settings/lms-version.ts";
import type { ProjectInstruction } from "../../domain/instructions/instruction-of-project.ts";
import { createOrchestrator } from "./orchestrate.ts";
import { ColdObjects } from "../../platform/object-store/testing/cold-objects.ts";
import { coldStore } from "../../platform/object-store/testing/cold-store.ts";
import { UPLOAD } from "../testing/seed-records.ts";
import { testStage } from "../testing/run-rig.ts";
import { useRig } from "../testing/use-rig.ts";

const rig = useRig();

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
    rig().install(...stages);
    const id = await rig().seedProcessing(["PI1"]);
    await rig().order(id, "PI1", order);
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({ status, reason });
  });

  test("waits where none of the data is there that it may each do without", async () => {
    const inputs = {
      lines: { from: "LMS", glob: "*.laz", optional: true },
      scans: { from: "upload:LiDAR", glob: "*.laz", optional: true },
      record: { from: "processing" },
    };
    rig().install(testStage("PI1", { inputs, command: ["x"] }));
    const id = await rig().seedProcessing(["PI1"]);
    await rig().order(id, "PI1");
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "PREQUEUE",
      reason: "Waits for outputs of LMS or data of the upload LiDAR",
    });
  });

  test("waits for data of any of several uploads", async () => {
    const any = { glob: "**/*", optional: true };
    const inputs = {
      a: { from: "upload:LiDAR", ...any },
      b: { from: "upload:OptechGPS", ...any },
      c: { from: "upload:MediumFormatImagery", ...any },
    };
    rig().install(testStage("PI1", { inputs, command: ["x"] }));
    const id = await rig().seedProcessing(["PI1"]);
    await rig().order(id, "PI1");
    await rig().settle();
    expect((await rig().job(id, "PI1")).reason).toBe(
      "Waits for data of an upload LiDAR, OptechGPS or MediumFormatImagery",
    );
  });

  test("waits for data that is not ready", async () => {
    rig().install(
      testStage("PI1", { inputs: { points: { from: "upload:LiDAR", glob: "**/*.range" } } }),
    );
    const id = await rig().seedProcessing(["PI1"]);
    await rig().order(id, "PI1");
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "PREQUEUE",
      reason: "Waits for data of the upload LiDAR",
    });
  });

  test("waits while the flight's data is being moved to cold storage, and begins once that has ended", async () => {
    rig().install(testStage("PI1"));
    const id = await rig().seedProcessing(["PI1"]);
    await sql`INSERT INTO cold_orders (flight_id, kind, storage_class, begun)
      SELECT flight_id, 'move', 'GLACIER', now() FROM processings WHERE id = ${id}`.execute(
      rig().db,
    );
    await rig().order(id, "PI1");
    await rig().settle();
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "PREQUEUE",
      reason: "Waits until the flight's data has been moved to cold storage",
    });
    await sql`UPDATE cold_orders SET ended = now(), outcome = 'done'`.execute(rig().db);
    rig().orchestrator = createOrchestrator(rig().deps);
    await rig().settle();
    expect((await rig().job(id, "PI1")).status).not.toBe("PREQUEUE");
    await sql`DELETE FROM cold_orders`.execute(rig().db);
  });

  test("waits for what is in cold storage, names it, and begins once it is restored", async () => {
    rig().install(testStage("PI1"));
    const { db, deps } = rig();
    let now = Date.now();
    const store = coldStore(deps.store, new ColdObjects(() => new Date(now)));
    const bucket = deps.buckets.terrainMapperLidar;
    const { objects } = await store.list(bucket, { prefix: "FL000101/" });
    const { key, size, modified } = objects.find((object) => object.key.endsWith("a.laz"))!;
    await store.moveToClass({ bucket, key, storageClass: "GLACIER" });
    const facts = { bucket, key, size, modified, storage_class: "GLACIER" };
    await db
      .insertInto("stored_objects")
      .values({ ...facts, cold: "cold" })
      .execute();
    const id = await rig().seedProcessing(["PI1"]);
    await rig().order(id, "PI1");
    const settle = () => {
      rig().orchestrator = createOrchestrator({ ...deps, store });
      return rig().settle();
    };
    await settle();
    expect(await rig().job(id, "PI1")).toMatchObject({
      status: "PREQUEUE",
      reason: expect.stringMatching(
        /^Waits for .*a\.laz: in cold storage: order "Restore/,
      ) as string,
    });
    await store.restore({ bucket, key }, { days: 1, tier: "Standard" });
    now += 5 * 3_600_000;
    await settle();
    expect((await rig().job(id, "PI1")).status).not.toBe("PREQUEUE");
    await sql`DELETE FROM stored_objects`.execute(db);
  });

  test("waits for an instruction where none is recorded, and gets it as a file where one is", async () => {
    const inputs = { what: { from: "instruction" }, points: { from: `upload:${UPLOAD}` } };
    const stage = testStage("DEL1", { inputs, command: ["x", "{input.what}/instruction.json"] });
    rig().install(stage);
    const id = await rig().seedProcessing(["DEL1"]);
    await rig().order(id, "DEL1");
    await rig().settle();
    expect(await rig().job(id, "DEL1")).toMatchObject({
      status: "PREQUEUE",
      reason: "Waits for an instruction: none is recorded for its project",
    });
    const deliverBy = (found: ProjectInstruction | string) => {
      const records = { ...rig().deps.records, instruction: async () => found };
      rig().orchestrator = createOrchestrator({ ...rig().deps, records });
      return rig().settle();
    };
    await deliverBy("the file control_PRJ00001_North.txt of its instruction");
    expect(await rig().job(id, "DEL1")).toMatchObject({
      status: "PREQUEUE",
      reason: "Waits for the file control_PRJ00001_North.txt of its instruction",
    });
    const instruction: InstructionFile = {
      ProcInstID: "PI000001",
      projectId: "PRJ00001",
      siteName: "North",
      control: true,
      targetHorizontalDatum: "EPSG:7856",
      targetVerticalDatum: "Ellipsoidal",
      tileExtents: { kind: "grid", side: 1000, originX: 0, originY: 0, bounds: null },
      tileNaming: "{easting}_{northing}",
      products: [{ type: "pointCloud", format: "las", points: "all" }],
    };
    const stored = {
      key: "instructions/a/b.txt",
      bytes: 9,
      xxh128: "b".repeat(32),
      points: 1,
      uploaded: "",
    };
    const control = { name: "control_PRJ00001_North.txt", stored };
    const used = {
      instructionId: "a".repeat(24),
      ProcInstID: instruction.ProcInstID ?? "",
      siteName: instruction.siteName,
      Updated: "2026-03-14T06:00:00.000Z",
    };
    await deliverBy({ file: instruction, used, control });
    const [task] = await rig().engine.tasksOf(rig().onlyKey());
    const [points, file] = task!.inputs["what"]!;
    expect(points).toEqual({
      path: control.name,
      bucket: rig().deps.buckets.processing,
      key: stored.key,
      size: 9,
      xxh128: stored.xxh128,
    });
    expect(file).toMatchObject({ path: "instruction.json" });
    const written = await text(await rig().deps.store.read(file!.bucket, file!.key));
    expect(JSON.parse(written)).toEqual(instruction);
    rig().orchestrator = createOrchestrator(rig().deps);
  });

  test("of LMS waits while its record is of another version than the current, and goes on once it is", async () => {
    const stage = testStage("LMS", {
      inputs: { ranges: { from: `upload:${UPLOAD}` } },
      command: ["x"],
    });
    rig().install(stage);
    const id = await rig().seedProcessing([{ name: "LMS", area: "lms" }]);
    const lidar = { LMSVersion: "4.1" } as CalibrationFile["lidar"];
    const records = { ...rig().deps.records, calibration: async () => ({ lidar, imagery: null }) };
    await keepFirstLMSVersion(rig().db, "4.2");
    rig().orchestrator = createOrchestrator({ ...rig().deps, records });
    await rig().order(id, "LMS");
    await rig().settle();
    const reason = "Unsupported LMS Version: LMS processing will not proceed";
    expect(await rig().job(id, "LMS")).toMatchObject({ status: "QUEUED", reason });
    await rig().db.updateTable("application_settings").set({ value: "4.1" }).execute();
    // Another orchestrator does not remember what waited a moment ago.
    rig().orchestrator = createOrchestrator({ ...rig().deps, records });
    await rig().settle();
    expect(await rig().engine.tasksOf(rig().onlyKey())).toHaveLength(1);
    await rig().db.deleteFrom("application_settings").execute();
    rig().orchestrator = createOrchestrator(rig().deps);
  });

  test("keeps which calibration records its attempt read", async () => {
    const SurveyDate = "2026-03-14T00:00:00.000Z";
    const file = { lidar: { id: "of lidar", SurveyDate }, imagery: null } as CalibrationFile;
    const records = { ...rig().deps.records, calibration: async () => file };
    const points = { from: `upload:${UPLOAD}` };
    const inputs = { points, calibration: { from: "calibration" } };
    rig().install(testStage("PI1", { inputs, command: ["x"] }));
    rig().orchestrator = createOrchestrator({ ...rig().deps, records });
    const id = await rig().seedProcessing(["PI1"]);
    await rig().order(id, "PI1");
    await rig().settle();
    const run = await rig()
      .db.selectFrom("processing_runs")
      .select("calibrations")
      .executeTakeFirstOrThrow();
    expect(run.calibrations).toEqual([{ kind: "lidar", calibrationId: "of lidar", SurveyDate }]);
    rig().orchestrator = createOrchestrator(rig().deps);
  });

  test("goes on without an instruction that is optional", async () => {
    const inputs = {
      what: { from: "instruction", optional: true },
      points: { from: `upload:${UPLOAD}` },
    };
    rig().install(testStage("DEL1", { inputs, command: ["x"] }));
    const id = await rig().seedProcessing(["DEL1"]);
    await rig().order(id, "DEL1");
    await rig().settle();
    const [task] = await rig().engine.tasksOf(rig().onlyKey());
    expect(task!.inputs["what"]).toEqual([]);
  });

  test("of custom processing reads the chosen files alone, and the times stand in its record", async () => {
    const inputs = {
      gps: { from: `upload:${UPLOAD}`, glob: "*.[0-9][0-9][0-9]" },
      ranges: { from: `upload:${UPLOAD}`, glob: "*.range" },
      processing: { from: "processing" },
    };
    rig().install(testStage("LMS", { inputs, command: ["x"], tasks: { each: "ranges" } }));
    const id = await rig().seedProcessing([{ name: "LMS", area: "lms" }]);
    const custom = {
      gpsFiles: ["p.001", "p.002"],
      rangeFiles: ["b.range"],
      gpsStartTime: 100,
      gpsEndTime: 200,
    };
    await sql`UPDATE processings SET custom = ${JSON.stringify(custom)}::jsonb
      WHERE id = ${id}`.execute(rig().db);
    await rig().order(id, "LMS");
    await rig().settle();
    const [task, ...more] = await rig().engine.tasksOf(rig().onlyKey());
    expect(more).toEqual([]);
    expect(task!.name).toBe("b.range");
    const paths = (name: string) => task!.inputs[name]!.map(({ path }) => path);
    expect([paths("gps"), paths("ranges")]).toEqual([["p.001", "p.002"], ["b.range"]]);
    const [record] = task!.inputs["processing"]!;
    const written = await text(await rig().deps.store.read(record!.bucket, record!.key));
    expect(JSON.parse(written)).toMatchObject({ custom: { ...custom, eoOnly: false } });
  });

  test("of some tasks runs these and what failed before; the others' outputs are carried over", async () => {
    const collect = ["{node}", "{input.tasks}"];
    const stage = testStage("ICP2", { tasks: { each: "points" }, collect });
    const { id, key } = await rig().startRun(stage);
    const collected = async () => {
      await rig().settle();
      const [task] = await rig().engine.tasksOf(rig().onlyKey());
      expect(task).toMatchObject({ name: "collect" });
      expect(Object.entries(task!.inputs).map(([name, { length }]) => [name, length])).toEqual([
        ["tasks", 2],
      ]);
      await rig().engine.finish(rig().onlyKey(), () => ({}));
      await rig().settle();
    };
    await rig().engine.finish(key, ({ name }) => ({ files: { [`${name}.json`]: "first" } }));
    await collected();
    await rig().order(id, "ICP2", { onlyTasks: ["b.laz"] });
    await rig().settle();
    const again = rig().onlyKey();
    expect((await rig().engine.tasksOf(again)).map(({ name }) => name)).toEqual(["b.laz"]);
    await rig().engine.finish(again, () => ({ files: { "b.laz.json": "second" } }));
    await collected();
    expect(await rig().job(id, "ICP2")).toMatchObject({ status: "COMPLETED", succeeded: 2 });
    const manifest = (await rig().manifest(id, "ICP2"))!;
    expect(manifest.folder).toBe(`${id}/ICP2/.attempt-2/`);
    expect(manifest.files.map(({ path, size }) => [path, size])).toEqual([
      ["a.laz.json", 5],
      ["b.laz.json", 6],
    ]);
    const { store, buckets } = rig().deps;
    const carried = `${manifest.folder}a.laz.json`;
    expect((await store.head(buckets.terrainMapperProcessing, carried))!.size).toBe(5);
  });
});
