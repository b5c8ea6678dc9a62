import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { runEndpoints } from "@swath/contract/processing";
import { describe, expect, test } from "vitest";
import { whileActedOn } from "../testing/while-locked.ts";
import { progressFile } from "../../platform/compute/run-files.ts";
import { testStage } from "../testing/run-rig.ts";
import { FLIGHT } from "../testing/seed-records.ts";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { CREW, LEADER, serveRig } from "../testing/serve-rig.ts";
import { report, useRig } from "../testing/use-rig.ts";
import { rms, runTwice } from "../testing/run-twice.ts";
import { removeOldAttempts } from "./remove-old-attempts.ts";

const rig = useRig();
const server = () => serveRig(rig());

describe("attempts", () => {
  test("are listed latest first, with who ordered them, parameters and measures", async () => {
    const processingId = await runTwice(rig());
    const params = { processingId, job: "PI1" };
    const { reply } = await server()(runEndpoints.listAttempts, { params, identity: CREW });
    expect(reply).toMatchObject([
      { attempt: 2, params: { cell: 2 }, published: true, outcome: "succeed", tasks: 1, done: 1 },
      { attempt: 1, params: { cell: 1 }, published: false, orderedBy: "Casey Crew" },
    ]);
    expect(reply[0]!.measures).toMatchObject([{ name: "rms", value: 0.2, most: 1 }]);
  });

  test("are compared by parameters, measures and files", async () => {
    const processingId = await runTwice(rig());
    const params = { processingId, job: "PI1", attempt: "1" };
    const query = { with: "2" };
    const { reply } = await server()(runEndpoints.compareAttempts, {
      params,
      query,
      identity: CREW,
    });
    expect(reply).toEqual({
      params: [{ name: "cell", values: [1, 2] }],
      stageVersions: [1, 1],
      sameStage: true,
      engines: ["local", "local"],
      sameInputs: true,
      inputBytes: [22, 22],
      seconds: [expect.any(Number), expect.any(Number)],
      measures: [{ name: "rms", label: "RMS", unit: "m", values: [0.4, 0.2] }],
      files: { onlyFirst: ["old.json"], onlySecond: [], changed: ["report.json"], equal: 1 },
    });
  });

  test("processing/T1 to T3 an earlier one is restored: its outputs are current, later jobs start again", async () => {
    const later = { inputs: { index: { from: "PI1", glob: "report.json" } }, command: ["x"] };
    rig().install(testStage("ICP1", later));
    rig().install(testStage("PI1"));
    const processingId = await rig().seedProcessing(["PI1", "ICP1"]);
    await rig().order(processingId, "PI1");
    const run = async (said: string) => {
      await rig().settle();
      await rig().engine.finish(rig().onlyKey(), () => report(said));
      await rig().settle();
    };
    await run("first");
    await run("of ICP1");
    await rig().order(processingId, "PI1");
    const params = { processingId, job: "PI1", attempt: "1" };
    const restore = () => server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    await expect(restore()).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await rig().settle();
    const failed = { ending: "failed", exitCode: 1 } as const;
    await rig().engine.finish(rig().onlyKey(), () => failed);
    await rig().settle();
    expect((await rig().job(processingId, "PI1")).status).toBe("FAILED");
    expect((await restore()).reply).toMatchObject({ attempt: 1, published: true });
    expect(await rig().job(processingId, "PI1")).toMatchObject({
      status: "COMPLETED",
      output_path: "PI1/.attempt-1/",
    });
    expect((await rig().manifest(processingId, "PI1"))!.attempt).toBe(1);
    await rig().settle();
    expect((await rig().job(processingId, "ICP1")).status).toBe("QUEUED");
    const events = await rig()
      .db.selectFrom("audit.events")
      .select(["name", "detail"])
      .where("action", "=", "attempt.restored")
      .execute();
    expect(events).toMatchObject([{ name: "Leader", detail: { job: "PI1", attempt: 1 } }]);
  });

  test("processing/A5 a restoration and an action that wait for each other both end", async () => {
    const processingId = await runTwice(rig());
    const params = { processingId, job: "PI1", attempt: "1" };
    await whileActedOn(rig().db, processingId, () =>
      server()(runEndpoints.restoreAttempt, { params, identity: LEADER }),
    );
    expect((await rig().job(processingId, "PI1")).output_path).toMatch(/attempt-1/);
  });

  test("processing/T1 none is restored while a later job runs", async () => {
    const later = { inputs: { index: { from: "PI1", glob: "*.json" } }, command: ["x"] };
    rig().install(testStage("PI1"), testStage("ICP1", later));
    const processingId = await rig().seedProcessing(["PI1", "ICP1"]);
    await rig().order(processingId, "PI1");
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => report());
    await rig().settle();
    expect((await rig().job(processingId, "ICP1")).status).toBe("QUEUED");
    const params = { processingId, job: "PI1", attempt: "1" };
    const restoring = server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    await expect(restoring).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });

  test("one that was swept is not restored, and the refusal says when it was removed", async () => {
    const processingId = await runTwice(rig());
    await sql`UPDATE processing_runs SET ended = now() - interval '31 days'`.execute(rig().db);
    expect(await removeOldAttempts(rig().deps, 30)).toBe(1);
    const params = { processingId, job: "PI1", attempt: "1" };
    const restoring = server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    await expect(restoring).rejects.toMatchObject({
      code: "OBJECT_NOT_FOUND",
      message: expect.stringMatching(
        /attempt 1 is not kept any more: its outputs were removed on \d{4}-/,
      ),
    });
  });

  test("one that failed is not restored, whatever it left", async () => {
    const collect = ["{node}", "{input.tasks}"];
    const { id: processingId, key } = await rig().startRun(testStage("PI1", { collect }));
    await rig().engine.finish(key, () => report());
    await rig().settle();
    await rig().engine.finish(rig().onlyKey(), () => ({ ending: "failed", exitCode: 1 }));
    await rig().settle();
    expect(await rig().job(processingId, "PI1")).toMatchObject({
      status: "FAILED",
      output_path: "PI1/.attempt-1/",
    });
    expect(await rig().manifest(processingId, "PI1")).toBeUndefined();
    const params = { processingId, job: "PI1", attempt: "1" };
    const restoring = server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    await expect(restoring).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  });

  test("one that left nothing is not restored", async () => {
    const { id: processingId, key } = await rig().startRun();
    await rig().engine.finish(key, () => ({ ending: "failed", exitCode: 1 }));
    await rig().settle();
    const params = { processingId, job: "PI1", attempt: "1" };
    const restoring = server()(runEndpoints.restoreAttempt, { params, identity: LEADER });
    await expect(restoring).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  });
});

describe("calls", () => {
  test("a flight's jobs show why they wait, how far they are, and what failed", async () => {
    const { id: processingId } = await rig().startRun();
    const params = { flightId: FLIGHT };
    const { reply } = await server()(runEndpoints.readFlightRuns, { params, identity: CREW });
    expect(reply).toMatchObject([
      {
        processingId,
        jobs: [{ name: "PI1", status: "RUNNING", latest: { attempt: 1, tasks: 1, done: 0 } }],
      },
    ]);
  });

  test("a processing-only user sees nothing of the Terrain Mapper's, as if it were not there", async () => {
    const { id: processingId } = await rig().startRun();
    const identity = testIdentity("office", "processingOnly");
    const ask = server();
    const flight = await ask(runEndpoints.readFlightRuns, {
      params: { flightId: FLIGHT },
      identity,
    });
    expect(flight.reply).toEqual([]);
    const params = { processingId, job: "PI1" };
    await expect(ask(runEndpoints.listAttempts, { params, identity })).rejects.toMatchObject({
      code: "PROCESSING_NOT_FOUND",
    });
  });

  test("a log is read while it is written, in ranges that cut no character", async () => {
    const { id: processingId, key } = await rig().startRun();
    const params = { processingId, job: "PI1", attempt: "1" };
    const ask = server();
    const read = async (query: object) =>
      (await ask(runEndpoints.readTaskLog, { params, query, identity: CREW })).reply;
    const nothing = { start: 0, end: 0, size: 0, text: "", written: null };
    expect(await read({ task: "all" })).toEqual(nothing);
    const log = join(rig().deps.spool, key, "log-0.txt");
    await writeFile(log, "tile ½ done\n");
    const written = new Date("2026-03-14T06:00:00.000Z");
    await utimes(log, written, written);
    expect(await read({ task: "all", length: "6" })).toEqual({
      start: 0,
      end: 5,
      size: 13,
      text: "tile ",
      written: written.toISOString(),
    });
    expect(await read({ task: "all", start: "5" })).toMatchObject({ end: 13, text: "½ done\n" });
    expect(await read({ task: "all", start: "99" })).toMatchObject({
      start: 99,
      end: 99,
      text: "",
    });
    await expect(read({ task: "none" })).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  });

  test("tasks that have not ended are answered while they run, those with a log first", async () => {
    const stage = testStage("PI1", { tasks: { each: "points" } });
    const { id: processingId, key } = await rig().startRun(stage);
    const params = { processingId, job: "PI1", attempt: "1" };
    const ask = server();
    const open = async (identity = CREW) =>
      (await ask(runEndpoints.listOpenTasks, { params, identity })).reply;
    const [first, second] = await rig().engine.tasksOf(key);
    const row = (
      { name, input }: NonNullable<typeof first>,
      logBytes: number | null,
      progress: number | null = null,
    ) => ({ name, collect: false, input: input!.path, logBytes, progress });
    expect(await open()).toEqual({ total: 2, tasks: [row(first!, null), row(second!, null)] });
    await writeFile(join(rig().deps.spool, key, "log-1.txt"), "line 1\n");
    expect(await open()).toEqual({ total: 2, tasks: [row(second!, 7), row(first!, null)] });
    const progress = join(rig().deps.spool, key, progressFile(1));
    await writeFile(progress, "0.42");
    expect((await open()).tasks[0]).toEqual(row(second!, 7, 0.42));
    for (const damaged of ["", "0.4x", "7"]) {
      await writeFile(progress, damaged);
      expect((await open()).tasks[0]).toEqual(row(second!, 7));
    }
    await writeFile(join(rig().deps.spool, key, "result-1.json"), "{}");
    expect(await open()).toEqual({ total: 1, tasks: [row(first!, null)] });
    await expect(open(testIdentity("office", "processingOnly"))).rejects.toMatchObject({
      code: "PROCESSING_NOT_FOUND",
    });
    await rig().engine.finish(key, () => report());
    await rig().settle();
    expect(await open()).toEqual({ total: 0, tasks: [] });
  });

  test("an attempt has the bounds that its stage accepts, and an expected end while it runs", async () => {
    const accept = [{ measure: "rms", most: 0.3, otherwise: "QA" }];
    const { id: processingId, key } = await rig().startRun(testStage("PI1", { accept }));
    const params = { processingId, job: "PI1" };
    const ask = server();
    const attempts = async () =>
      (await ask(runEndpoints.listAttempts, { params, identity: CREW })).reply;
    expect(await attempts()).toMatchObject([
      {
        accepted: [{ measure: "rms", least: null, most: 0.3, optional: false }],
        expectedEnd: null,
      },
    ]);
    await rig().engine.finish(key, () => ({ ...report(), measures: rms(0.2) }));
    await rig().settle();
    await rig().order(processingId, "PI1");
    await rig().settle();
    rig().engine.set(rig().onlyKey(), { phase: "running" });
    await rig().settle();
    const [second, first] = await attempts();
    expect(second).toMatchObject({ attempt: 2, outcome: null, expectedEnd: expect.any(String) });
    expect(first).toMatchObject({ attempt: 1, expectedEnd: null });
  });

  test("previews, reports and places are fetched by an address, other outputs are not", async () => {
    const outputs = [
      { glob: "*.svg", kind: "preview" },
      { glob: "*.json", kind: "table" },
      { glob: "*.las", kind: "points" },
    ];
    const { id: processingId, key } = await rig().startRun(testStage("PI1", { outputs }));
    const left = { "density.svg": "p", "places.json": "[]", "shifts.json": "[]", "a.las": "l" };
    await rig().engine.finish(key, () => ({ files: left }));
    await rig().settle();
    const params = { processingId, job: "PI1", attempt: "1" };
    const ask = server();
    const previews = { params, query: { kind: "preview" }, identity: CREW };
    expect((await ask(runEndpoints.listAttemptFiles, previews)).reply).toMatchObject([
      { path: "density.svg", kind: "preview" },
    ]);
    const address = (path: string) =>
      ask(runEndpoints.readAttemptFile, { params, query: { path }, identity: CREW });
    const { url } = (await address("density.svg")).reply;
    const token = new URL(url, "http://x").searchParams.get("token")!.split(".")[0]!;
    expect(JSON.parse(Buffer.from(token, "base64url").toString())).toMatchObject({
      key: `${processingId}/PI1/.attempt-1/density.svg`,
    });
    expect((await address("places.json")).reply.url).toContain("/store/");
    for (const path of ["a.las", "shifts.json", "../PI1/.attempt-1/density.svg", "none.svg"])
      await expect(address(path)).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
  });

  test("any output is downloaded by an address of its own, on record", async () => {
    const outputs = [{ glob: "*/*.las", kind: "points" }];
    const { id: processingId, key } = await rig().startRun(testStage("PI1", { outputs }));
    await rig().engine.finish(key, () => ({ files: { "points/a.las": "l" } }));
    await rig().settle();
    const params = { processingId, job: "PI1", attempt: "1" };
    const download = (path: string, identity = CREW) =>
      server()(runEndpoints.downloadAttemptFile, { params, body: { path }, identity });
    const { url } = (await download("points/a.las")).reply;
    const token = new URL(url, "http://x").searchParams.get("token")!.split(".")[0]!;
    const stored = `${processingId}/PI1/.attempt-1/points/a.las`;
    expect(JSON.parse(Buffer.from(token, "base64url").toString())).toMatchObject({ key: stored });
    const events = await sql<{ subject: string; flight_id: string; detail: object }>`SELECT subject,
      flight_id, detail FROM audit.events WHERE action = 'object.downloaded'`.execute(rig().db);
    const bucket = rig().deps.buckets.terrainMapperProcessing;
    expect(events.rows).toEqual([
      { subject: CREW.subject, flight_id: FLIGHT, detail: { bucket, key: stored } },
    ]);
    for (const path of ["b.las", "../../manifest.json", "points/../points/a.las", "manifest.json"])
      await expect(download(path)).rejects.toMatchObject({ code: "OBJECT_NOT_FOUND" });
    const only = testIdentity("only", "processingOnly");
    await expect(download("points/a.las", only)).rejects.toMatchObject({
      code: "PROCESSING_NOT_FOUND",
    });
  });

  test("tasks that failed come first, and all are counted", async () => {
    const stage = testStage("PI1", { tasks: { each: "points" } });
    const { id: processingId, key } = await rig().startRun(stage);
    await rig().engine.finish(key, ({ name }) =>
      name === "b.laz" ? { ending: "outOfMemory", exitCode: null } : {},
    );
    await rig().settle();
    const params = { processingId, job: "PI1", attempt: "1" };
    const query = { pageSize: "1" };
    const call = { params, query, identity: CREW };
    const { reply, headers } = await server()(runEndpoints.listAttemptTasks, call);
    expect(reply).toMatchObject([{ name: "b.laz", ending: "outOfMemory", collect: false }]);
    expect(headers["x-total-count"]).toBe("2");
  });

  test("the capacity counts what waits and what runs; an engine that is away is reported", async () => {
    await rig().startRun();
    const ask = server();
    const { reply } = await ask(runEndpoints.readCapacity, { identity: CREW });
    expect(reply).toMatchObject({ engine: "local", cpus: 2, waiting: 0, running: 1 });
    rig().engine.reachable = false;
    await expect(ask(runEndpoints.readCapacity, { identity: CREW })).rejects.toMatchObject({
      code: "COMPUTE_UNAVAILABLE",
    });
  });

  test("an order of what is superseded is refused", async () => {
    rig().install(testStage("PI1"));
    const processingId = await rig().seedProcessing(["PI1"]);
    await sql`UPDATE processings SET active = false WHERE id = ${processingId}`.execute(rig().db);
    const params = { processingId, job: "PI1" };
    const order = server()(runEndpoints.orderJob, { params, body: {}, identity: LEADER });
    await expect(order).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });

  test("an order takes parameters within their bounds, and sets later jobs back", async () => {
    const later = { inputs: { index: { from: "PI1", glob: "*.json" } }, command: ["x"] };
    rig().install(testStage("PI1"), testStage("ICP1", later));
    const processingId = await rig().seedProcessing(["PI1", "ICP1"]);
    const ask = server();
    const order = (body: object, roles = LEADER, job = "PI1") =>
      ask(runEndpoints.orderJob, { params: { processingId, job }, body, identity: roles });
    const invalid = order({ params: { cell: 100 } });
    await expect(invalid).rejects.toMatchObject({ code: "INVALID_REQUEST" });
    await expect(order({}, CREW)).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
    const none = order({}, LEADER, "DEM1");
    await expect(none).rejects.toMatchObject({ code: "PROCESSING_NOT_FOUND" });
    expect((await order({ params: { cell: 3 } })).reply).toMatchObject({ status: "PREQUEUE" });
    await expect(order({})).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    for (const job of ["PI1", "ICP1"]) {
      await rig().settle();
      expect((await rig().engine.fileOf(rig().onlyKey())).stage.name).toBe(job);
      await rig().engine.finish(rig().onlyKey(), () => report());
    }
    await rig().settle();
    expect((await rig().job(processingId, "ICP1")).status).toBe("COMPLETED");
    await order({});
    expect((await rig().job(processingId, "ICP1")).status).toBe("NOT_COMMENCED");
    await rig().settle();
    expect(await rig().manifest(processingId, "ICP1")).toBeUndefined();
    const [first] = await rig().engine.tasksOf(rig().onlyKey());
    expect(first!.name).toBe("all");
  });
});
