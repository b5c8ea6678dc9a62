import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runEndpoints } from "@swath/contract/processing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../platform/clock/clock.ts";
import { SlurmEngine } from "../../platform/slurm-compute/slurm-engine.ts";
import { openObjectStore } from "../../platform/open-store.ts";
import {
  engineOptions,
  engineSetting,
} from "../../platform/object-store/testing/engine-options.ts";
import { RunRig, testStage } from "../testing/run-rig.ts";
import { CREW, serveRig } from "../testing/serve-rig.ts";

const engine = new SlurmEngine({
  url: engineSetting("SLURM_REST_URL"),
  version: engineSetting("SLURM_REST_VERSION"),
  user: engineSetting("SLURM_USER"),
  tokenFile: engineSetting("SLURM_TOKEN_FILE"),
  node: process.execPath,
  runner: join(tmpdir(), "none.ts"),
  maxMinutes: 60,
  settleSeconds: 0,
});
let rig: RunRig;
beforeAll(async () => {
  const run = `-${randomUUID().slice(0, 8)}`;
  rig = await RunRig.open(
    (bucketOf) => openObjectStore(engineOptions(bucketOf("uploads")), systemClock),
    run,
  );
  await rig.seedUpload({ "a.laz": "points of a", "b.laz": "points of b" });
});
afterAll(() => rig.close());

/** What is said before an order, by the store on Ceph and the engine on Slurm. */
async function said(
  command: readonly string[],
  more: object = {},
): Promise<Record<string, string[]>> {
  rig.install(testStage("PI1", { command, ...more }));
  const processingId = await rig.seedProcessing(["PI1"]);
  const ask = serveRig({ deps: { ...rig.deps, engine } });
  const params = { processingId, name: "PI1" };
  const { Lines } = (await ask(runEndpoints.readPreflight, { params, identity: CREW })).reply;
  await rig.db.deleteFrom("processings").execute();
  const byCheck = Object.groupBy(Lines, ({ Check }) => Check);
  return Object.fromEntries(
    Object.entries(byCheck).map(([check, lines]) => [
      check,
      lines.map(({ Level, Text }) => `${Level}: ${Text}`),
    ]),
  );
}

test("files are found in the store, and what the nodes have is known", async () => {
  await expect.poll(() => engine.capacity().then(({ nodes }) => nodes.length)).toBeGreaterThan(0);
  const found = await said(["/bin/sh", "{input.points}"]);
  expect(found["program"]).toEqual(["unknown: Whether the nodes have sh is seen there alone"]);
  expect(found["resources"]).toEqual([
    expect.stringMatching(
      /^ok: A task takes 1 processor and 1\.00 GB; \d+ of \d+ nodes up have \d+ processors and /,
    ),
  ]);
  expect(found["inputs"]).toEqual(["ok: Inputs are there: 2 files, 22 B, in 1 task"]);
});

test("files that are gone are named", async () => {
  const { store, buckets } = rig.deps;
  const { objects } = await store.list(buckets.terrainMapperLidar, { prefix: "" });
  const { key } = objects.find((object) => object.key.endsWith("/b.laz"))!;
  await store.remove(buckets.terrainMapperLidar, [key]);
  expect((await said(["/bin/sh", "{input.points}"]))["inputs"]).toEqual([
    "blocking: 1 of 2 files that were looked for do not stand in the store as listed: b.laz",
  ]);
});

test("a task that asks for more than any node has is refused before it is queued", async () => {
  const resources = { cpus: 256, memoryMB: 4_194_304 };
  const of = async () => (await said(["/bin/sh", "{input.points}"], { resources }))["resources"];
  // A busy controller may take longer than a preflight waits: that is said, and seen again.
  await expect
    .poll(of, { timeout: 30_000 })
    .toEqual(["blocking: A task takes 256 processors and 4.00 TB; no node that is up has that"]);
});
