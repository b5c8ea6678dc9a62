import { execFileSync, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type StageFile, stageFileSchema } from "@swath/contract/processing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openComputeEngine } from "../../platform/open-compute.ts";
import { readTaskLog } from "../attempts/attempt-tasks.ts";
import { RunRig, testStage } from "../testing/run-rig.ts";
import { createOrchestrator, type Orchestrator } from "./orchestrate.ts";
import { allowPrograms } from "../../platform/compute/testing/allow-programs.ts";

allowPrograms();

const ROOT = resolve(import.meta.dirname, "../../../../..");
const EXAMPLES = resolve(ROOT, "docs/stages");
const POLL_MS = 50;

let rig: RunRig;
let orchestrator: Orchestrator;

/** A terrain of 4 by 4 cells, in a format that GDAL knows by its first words. */
const MODEL = `ncols 4\nnrows 4\nxllcorner 0\nyllcorner 0\ncellsize 1\n${"1 2 3 4\n".repeat(4)}`;

beforeAll(async () => {
  rig = await RunRig.open();
  await rig.seedUpload({
    "a.laz": "aaa",
    "b.laz": "bb",
    "dtm_1.tif": MODEL,
    "bad.tif": "none",
    "a.26o": "x",
  });
  const options = {
    kind: "local",
    sandbox: "off",
    folder: join(rig.folder, "compute"),
    cpus: 2,
  } as const;
  const store = { kind: "file", dataFolder: rig.folder, publicUrl: "" };
  const deps = {
    ...rig.deps,
    engine: await openComputeEngine(options),
    storeAccess: JSON.stringify(store),
    programs: { node: process.execPath, stages: EXAMPLES, grids: "" },
  };
  orchestrator = createOrchestrator(deps);
});
afterAll(() => rig.close());

async function ended(id: string, name: string) {
  for (;;) {
    await orchestrator.pass();
    const job = await rig.job(id, name);
    expect(rig.problems).toEqual([]);
    if (!["PREQUEUE", "QUEUING", "QUEUED", "RUNNING", "NOT_COMMENCED"].includes(job.status))
      return job;
    await sleep(POLL_MS);
  }
}

async function run(stage: StageFile) {
  rig.install(stage);
  const id = await rig.seedProcessing([stage.name]);
  await rig.order(id, stage.name);
  return { id, job: await ended(id, stage.name) };
}

/** A program of a test, in a file: its braces are not a stage's. */
async function script(name: string, text: string, ...words: string[]): Promise<string[]> {
  const path = join(rig.folder, `${name}.cjs`);
  await writeFile(path, text);
  return ["{node}", path, ...words];
}
const COUNT = `const fs = require("fs"); const [input, out, name] = process.argv.slice(2);
  console.log("counting " + name); const value = fs.readFileSync(input).length;
  fs.writeFileSync(out + "/" + name + ".json", String(value));
  fs.writeFileSync(out + "/measures.json",
    JSON.stringify([{ name: "bytes", label: "Bytes", value, unit: "" }]));`;
const SUM = `const fs = require("fs"); const [tasks, out] = process.argv.slice(2);
  const values = fs.readdirSync(tasks).map((name) => Number(fs.readFileSync(tasks + "/" + name)));
  fs.writeFileSync(out + "/sum.json", JSON.stringify(values.toSorted()));`;

const COPY = `const [from, to] = process.argv.slice(2);
  require("fs").cpSync(from + "/sum.json", to + "/copy.json");`;

describe("on this machine", () => {
  test("tasks, their collect call and the next stage run, and what they measured is kept", async () => {
    const first = testStage("COUNT", {
      tasks: { each: "points" },
      command: await script("count", COUNT, "{input}", "{out}", "{task}"),
      collect: await script("sum", SUM, "{input.tasks}", "{out}"),
      // Its program says nothing of joins.
      joins: { bytes: "sum" },
      params: {},
    });
    const second = testStage("NEXT", {
      inputs: { sum: { from: "COUNT", glob: "sum.json" } },
      command: await script("copy", COPY, "{input.sum}", "{out}"),
      params: {},
    });
    rig.install(first, second);
    const id = await rig.seedProcessing(["COUNT", "NEXT"]);
    await rig.order(id, "COUNT");
    expect(await ended(id, "NEXT")).toMatchObject({ status: "COMPLETED" });
    const { store, buckets } = rig.deps;
    const { folder } = (await rig.manifest(id, "NEXT"))!;
    const copy = await store.read(buckets.terrainMapperProcessing, `${folder}copy.json`);
    expect(JSON.parse(Buffer.concat(await copy.toArray()).toString())).toEqual([2, 3]);
    // Measures match the stage's pattern of outputs, and are none.
    expect((await rig.manifest(id, "COUNT"))!.files.map(({ path }) => path)).toEqual([
      "a.laz.json",
      "b.laz.json",
      "sum.json",
    ]);
    const { measures, ...left } = await rig.db
      .selectFrom("processing_runs")
      .select(["id", "logs_swept", "measures"])
      .where("job_id", "=", `${id}-COUNT`)
      .executeTakeFirstOrThrow();
    expect(measures).toMatchObject([{ name: "bytes", value: 5 }]);
    const log = await readTaskLog(rig.deps, left, { task: "a.laz", start: 0, length: 1_000 });
    expect(log.text).toContain("counting a.laz");
    expect(rig.problems).toEqual([]);
  });

  test("a program that has none for the recording says so by exit code 3", async () => {
    const command = await script(
      "none",
      `console.error("ERROR a.laz: needs the maker's software"); process.exit(3)`,
    );
    const { job } = await run(testStage("NONE", { command, params: {} }));
    expect(job).toMatchObject({ status: "UNAVAILABLE", reason: "needs the maker's software" });
  });
});

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function example(name: string, change: object): Promise<StageFile> {
  const json = await readFile(join(EXAMPLES, `${name}.stage.json`), "utf8");
  return stageFileSchema.parse({ ...JSON.parse(json), ...change });
}

const models = (glob: string) => ({ models: { from: "upload:TerrainMapperLAZ", glob } });

describe("the examples of docs/stages.md", () => {
  test.skipIf(!isInstalled("gdalinfo"))(
    "GDAL by a shell script (needs gdal-bin)",
    async () => {
      const command = ["{stages}/hillshade.sh", "{input.models}", "{out}", "{param.azimuth}"];
      const sound = await run(await example("SHADE1", { command, inputs: models("dtm_*.tif") }));
      expect(sound.job).toMatchObject({ status: "COMPLETED" });
      const { files } = (await rig.manifest(sound.id, "SHADE1"))!;
      expect(files.map(({ path, kind }) => [path, kind])).toEqual([["shade_dtm_1.tif", "raster"]]);
      const bad = await run(await example("SHADE1", { command, inputs: models("bad.tif") }));
      expect(bad.job).toMatchObject({ status: "FAILED", attempts: -1 });
      expect(bad.job.failed_files[0]!.file_names).toEqual(["bad.tif"]);
    },
    60_000,
  );

  test.skipIf(spawnSync("rnx2rtkp", ["-?"]).error !== undefined)(
    "RTKLIB by a shell script (needs rnx2rtkp)",
    async () => {
      const command = ["{stages}/rtklib.sh", "{input.gnss}", "{out}", "a", "{param.mask}"];
      const from = { from: "upload:TerrainMapperLAZ", glob: "*.26o" };
      const { job } = await run(await example("RTK1", { command, inputs: { gnss: from } }));
      // The file is no RINEX: what counts is that it is named.
      expect(job).toMatchObject({ status: "FAILED" });
      expect(job.failed_files[0]!.file_names).toEqual(["a.26o"]);
    },
    60_000,
  );

  test.skipIf(!isInstalled("pdal"))(
    "PDAL (needs pdal on the PATH)",
    async () => {
      const inputs = { points: { from: "upload:TerrainMapperLAZ", glob: "*.laz" } };
      const { job } = await run(await example("PDAL1", { inputs }));
      // None of the files is a cloud: what counts is that each is named.
      expect(job).toMatchObject({ status: "FAILED", failed: 2 });
    },
    60_000,
  );
});
