import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { InstructionFile } from "@swath/contract/instructions";
import { stageFileSchema } from "@swath/contract/processing";
import { ELLIPSOIDAL_HEIGHTS, projectedSystemRecord } from "@swath/pointcloud/las";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createOrchestrator,
  type Orchestrator,
} from "../../apps/server/src/processing/orchestrate/orchestrate.ts";
import { RunRig, testStage } from "../../apps/server/src/processing/testing/run-rig.ts";
import { openComputeEngine } from "../../apps/server/src/platform/open-compute.ts";
import { writeCovers } from "../../apps/stages/src/testing/delivery-rig.ts";
import { writeSyntheticFlight } from "../../apps/stages/src/testing/synthetic-flight.ts";

const STAGES = resolve(import.meta.dirname, "../../apps/stages");
const INSTRUCTION: InstructionFile = {
  ProcInstID: "PI000001",
  projectId: "PRJ00012",
  siteName: "North",
  control: false,
  targetHorizontalDatum: "EPSG:7856",
  targetVerticalDatum: "Ellipsoidal",
  tileExtents: { kind: "grid", side: 100, originX: 0, originY: 0, bounds: null },
  tileNaming: "{siteName}_{easting}_{northing}",
  products: [
    { type: "pointCloud", format: "las", points: "all" },
    { type: "raster", model: "dtm", format: "tif", cell: 1 },
    { type: "vector", feature: "contours", format: "gpkg", interval: 1, cell: 1 },
    { type: "vector", feature: "boundary", format: "shp.zip", cell: 1 },
  ],
};
const USED = {
  instructionId: "a".repeat(24),
  ProcInstID: "PI000001",
  siteName: "North",
  Updated: "2026-03-14T06:00:00.000Z",
};
/** The first flies; the others wait for what comes before them. */
const BEFORE = ["ICP2_MineIP1", "MiningAI3", "QA1"] as const;

let rig: RunRig;
let orchestrator: Orchestrator;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "delivery-"));
  // A stage's program has an account of its own where the tests are root's.
  await chmod(folder, 0o755);
  const records = [projectedSystemRecord(28_356, 9001, ELLIPSOIDAL_HEIGHTS)];
  const line = { path: "a.las", id: "1", sourceId: 1, x: [0, 90], y: [0, 90] } as const;
  await writeSyntheticFlight(folder, [line], { records, density: 2 });
  await writeCovers(folder, folder);
  rig = await RunRig.open();
  const engine = { kind: "local", folder: join(rig.folder, "compute"), cpus: 2 } as const;
  const store = { kind: "file", dataFolder: rig.folder, publicUrl: "" };
  orchestrator = createOrchestrator({
    ...rig.deps,
    engine: await openComputeEngine(engine),
    storeAccess: JSON.stringify(store),
    programs: { node: process.execPath, stages: join(STAGES, "src"), grids: "" },
    records: {
      ...rig.deps.records,
      instruction: async () => ({ file: INSTRUCTION, used: USED, control: null }),
    },
  });
  const copy = join(folder, "copy.cjs");
  await writeFile(
    copy,
    `const [names, from, to] = process.argv.slice(2);
     for (const name of names.split(",").filter(Boolean))
       require("fs").cpSync(from + "/" + name, to + "/" + name);`,
  );
  for (const [at, name] of BEFORE.entries()) {
    const command = [
      "{node}",
      copy,
      ["index.json", "a.las,a.cover.json", ","][at]!,
      folder,
      "{out}",
    ];
    const needs = BEFORE.slice(0, at);
    const more = {
      needs,
      inputs: {},
      params: {},
      outputs: [{ glob: "*", kind: "points" }],
      sandbox: { network: false, read: [folder], write: [], processes: 256 },
    };
    rig.install(testStage(name, { command, ...more }));
  }
  const file = await readFile(join(STAGES, "templates/DEL1.stage.json"), "utf8");
  rig.install(stageFileSchema.parse(JSON.parse(file)));
}, 60_000);
afterAll(async () => {
  await rig.close();
  await rm(folder, { recursive: true, force: true });
});

async function until(id: string, name: string, ...statuses: readonly string[]) {
  for (;;) {
    const { moved } = await orchestrator.pass();
    const job = await rig.job(id, name);
    expect(rig.problems).toEqual([]);
    if (moved === 0 && statuses.includes(job.status)) return job;
    await sleep(50);
  }
}

test("a flight ends without a delivery where it has no instruction, and is delivered by its first one", async () => {
  const id = await rig.seedProcessing([...BEFORE, { name: "DEL1", status: "NOT_APPLICABLE" }]);
  await rig.order(id, "ICP2_MineIP1");
  await until(id, "QA1", "COMPLETED");
  expect((await rig.job(id, "DEL1")).status).toBe("NOT_APPLICABLE");

  await rig.move(id, "DEL1", "apply");
  const job = await until(id, "DEL1", "COMPLETED", "FAILED", "COMPLETED_WITH_ERRORS");
  expect(job).toMatchObject({ status: "COMPLETED", failed_files: [], require_qa: false });
  const { files } = (await rig.manifest(id, "DEL1"))!;
  expect(files.map(({ path, kind }) => [path, kind])).toEqual([
    ["SHA256SUMS", "table"],
    ["boundary_1m/North_500000_6000000_boundary_1m.shp.zip", "vector"],
    ["contours_1m/North_500000_6000000_contours_1m.gpkg", "vector"],
    ["delivery.json", "table"],
    ["dtm_1m/North_500000_6000000_dtm_1m.tif", "raster"],
    ["index.geojson", "vector"],
    ["points/North_500000_6000000_points.las", "points"],
  ]);
}, 120_000);
