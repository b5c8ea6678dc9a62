import { sql } from "kysely";
import { gravest, type PreflightLine, runEndpoints } from "@swath/contract/processing";
import { expect, test } from "vitest";
import { testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { UPLOAD } from "../testing/seed-records.ts";
import { testStage } from "../testing/run-rig.ts";
import { CREW, serveRig } from "../testing/serve-rig.ts";
import { report, useRig } from "../testing/use-rig.ts";

const rig = useRig();

const preflight = async (processingId: string, name: string, identity = CREW) => {
  const ask = serveRig(rig());
  return (await ask(runEndpoints.readPreflight, { params: { processingId, name }, identity }))
    .reply;
};
const said = (lines: readonly PreflightLine[], check: PreflightLine["Check"]) =>
  lines.filter(({ Check }) => Check === check).map(({ Level, Text }) => `${Level}: ${Text}`);
const objects = async (): Promise<string[]> => {
  const { store, buckets } = rig().deps;
  const page = await store.list(buckets.terrainMapperProcessing, { prefix: "" });
  return page.objects.map(({ key }) => key);
};

test("an order whose run would begin finds everything, and nothing is written for it", async () => {
  const inputs = {
    points: { from: `upload:${UPLOAD}`, glob: "*.laz" },
    what: { from: "processing" },
  };
  rig().install(testStage("PI1", { inputs }));
  const id = await rig().seedProcessing(["PI1"]);
  const before = await objects();
  const { Lines, Parameters, FailedTasks, Updated } = await preflight(id, "PI1");
  expect(gravest(Lines)).toBe("ok");
  expect(said(Lines, "inputs")[0]).toMatch(/^ok: Inputs are there: 3 files, \d+ B, in 1 task$/);
  expect(said(Lines, "coordinates")).toEqual(["ok: Coordinate system: EPSG:7856 of the project"]);
  expect(Parameters).toMatchObject([{ Name: "cell", Declared: { default: 1 }, Last: null }]);
  expect(FailedTasks).toBeNull();
  const { updated } = await rig()
    .db.selectFrom("processings")
    .select("updated")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(Updated).toBe(updated.toISOString());
  expect(await objects()).toEqual(before);
});

test("an order that would wait says for what, and files that are gone are named", async () => {
  rig().install(testStage("LMS", { inputs: { range: { from: "upload:LiDAR" } }, command: ["x"] }));
  const waiting = await rig().seedProcessing(["LMS"]);
  expect(said((await preflight(waiting, "LMS")).Lines, "inputs")).toEqual([
    "blocking: Waits for data of the upload LiDAR",
  ]);
  rig().install(testStage("PI1"));
  const id = await rig().seedProcessing(["PI1"]);
  const { store, buckets } = rig().deps;
  const bucket = buckets.terrainMapperLidar;
  const { objects: found } = await store.list(bucket, { prefix: "" });
  const { key, size } = found.find((object) => object.key.endsWith("/b.laz"))!;
  await store.remove(bucket, [key]);
  const { Lines } = await preflight(id, "PI1");
  await store.write(bucket, key, [Buffer.from("points of b")], { size });
  expect(said(Lines, "inputs")).toEqual([
    "blocking: 1 of 2 files that were looked for do not stand in the store as listed: b.laz",
  ]);
});

test("what its engine lacks is said, and so is that it does not answer", async () => {
  rig().install(testStage("PI1", { command: ["pdal", "{input.points}"] }));
  const id = await rig().seedProcessing(["PI1"]);
  rig().engine.lacking.add("pdal");
  const { Lines } = await preflight(id, "PI1");
  expect(said(Lines, "program")).toEqual([
    "blocking: Its program pdal is not found on this machine",
  ]);
  rig().engine.reachable = false;
  const away = await preflight(id, "PI1");
  expect(said(away.Lines, "resources")[0]).toMatch(/^unknown: .*did not answer$/);
});

test("a job whose stage is not installed is impossible", async () => {
  const id = await rig().seedProcessing(["PI1"]);
  const { Lines, Parameters } = await preflight(id, "PI1");
  expect(Lines).toMatchObject([{ Level: "impossible", Text: "No stage file PI1 is installed" }]);
  expect(Parameters).toEqual([]);
});

test("the files that failed may run alone, until inputs or the stage's file are others", async () => {
  const stage = testStage("ICP2", { tasks: { each: "points" } });
  const { id, key } = await rig().startRun(stage);
  await rig().engine.finish(key, ({ name }) =>
    name === "b.laz" ? { ending: "failed", exitCode: 1 } : report(),
  );
  await rig().settle();
  const { FailedTasks, Parameters } = await preflight(id, "ICP2");
  expect(FailedTasks).toEqual({ Attempt: 1, Names: ["b.laz"], Failed: 1, Kept: 1, Refusal: null });
  expect(Parameters).toMatchObject([{ Name: "cell", Last: 1 }]);
  rig().stages.set("ICP2", { file: stage, sha256: "1".repeat(64) });
  expect((await preflight(id, "ICP2")).FailedTasks?.Refusal).toBe(
    "The stage's file is another one than in attempt 1",
  );
  rig().install(stage);
  await sql`UPDATE processing_runs SET inputs_sha256 = 'other'`.execute(rig().db);
  expect((await preflight(id, "ICP2")).FailedTasks?.Refusal).toBe(
    "Its inputs are others than in attempt 1",
  );
});

test("how long it takes is known from what runs of the stage took", async () => {
  const { id, key } = await rig().startRun();
  expect((await preflight(id, "PI1")).Expected).toBeNull();
  await rig().engine.finish(key, () => report());
  await rig().settle();
  await sql`UPDATE processing_runs SET ended = started + interval '5 minutes'`.execute(rig().db);
  const { Expected } = await preflight(id, "PI1");
  expect(Expected).toEqual({ Seconds: expect.closeTo(300, 6), Runs: 1 });
});

test("of large inputs a few files are looked for, and no file is read but for its first bytes", async () => {
  rig().install(
    testStage("PI1", {
      inputs: { points: { from: `upload:${UPLOAD}` }, what: { from: "processing" } },
    }),
  );
  const id = await rig().seedProcessing(["PI1"]);
  const reads: string[] = [];
  const { store } = rig().deps;
  const watched = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (name !== "read") return typeof value === "function" ? value.bind(target) : value;
      return (bucket: string, key: string, options?: { range?: { length: number } }) => {
        if (!key.endsWith(".json")) reads.push(`${key} ${options?.range?.length}`);
        return target.read(bucket, key, options as never);
      };
    },
  });
  const original = rig().deps;
  const ask = serveRig({ deps: { ...original, store: watched } });
  await ask(runEndpoints.readPreflight, {
    params: { processingId: id, name: "PI1" },
    identity: CREW,
  });
  expect(reads.toSorted()).toEqual([
    expect.stringMatching(/a\.laz 11$/),
    expect.stringMatching(/b\.laz 11$/),
  ]);
});

test("a guest may not ask, and what a caller may not see is not there", async () => {
  rig().install(testStage("PI1"));
  const id = await rig().seedProcessing(["PI1"]);
  const guest = preflight(id, "PI1", testIdentity("guest", "guest"));
  await expect(guest).rejects.toMatchObject({ code: "INSUFFICIENT_PRIVILEGES" });
  const office = preflight(id, "PI1", testIdentity("office", "processingOnly"));
  await expect(office).rejects.toMatchObject({ code: "PROCESSING_NOT_FOUND" });
});
