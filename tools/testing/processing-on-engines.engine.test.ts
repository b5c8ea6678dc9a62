import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type FlightRuns, outputManifestSchema, runRoutes } from "@swath/contract/processing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../apps/server/src/platform/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/object-store/from-config.ts";
import type { ObjectStore } from "../../apps/server/src/platform/object-store/object-store.ts";
import { type Started, tokenOf } from "../../e2e/api.ts";
import { freePort, Process, ready, removeFolder, ROOT, temporaryFolder } from "../../e2e/swath.ts";
import { truthCommand } from "../truth/truth-command.ts";
import { nodeApi } from "./uploads/node-ports.ts";
import { uploadFolder } from "./uploads/upload-folder.ts";

const FLIGHT = "FL000101";
const BUCKET = "swath-processing";
const MAIN = "apps/server/src/main.ts";
const STAGES = [
  "GPS",
  "LMS",
  "PI1_MineIP1",
  "ICP1_MineIP1",
  "ICP2_MineIP1",
  "MiningAI3",
  "DEM1",
  "QA1",
];
const MINUTE_MS = 60_000;
const ENGINES = ["local", "slurm"] as const;

/** What a flight's processing came to on one engine. */
interface Processed {
  readonly exitCode: number;
  readonly lines: string;
  readonly jobs: readonly (readonly [name: string, status: string])[];
  /** XXH128 of every output by `JOB PATH`. */
  readonly outputs: ReadonlyMap<string, string>;
}

const place = temporaryFolder("engines");
const processes: Process[] = [];
const processed = new Map<string, Processed>();

const tool = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, ["tools/run.mjs", ...words], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    maxBuffer: 16_000_000,
  });

/** The demonstration's template of this flight, with every stage that there is for LiDAR. */
async function wholeTemplate(): Promise<string> {
  const folder = join(place, "stages");
  await mkdir(folder);
  const file = join(ROOT, "apps/stages/templates/LiDAR-MiningAI.template.json");
  const template = JSON.parse(await readFile(file, "utf8")) as object;
  const text = JSON.stringify({ ...template, name: "LiDAR" });
  await writeFile(join(folder, "LiDAR.template.json"), text);
  return folder;
}

async function startServer(engine: string, stages: string): Promise<Started & { data: string }> {
  const data = join(place, engine);
  await mkdir(data, { mode: 0o711 });
  const port = await freePort();
  const env = {
    PORT: String(port),
    SWATH_DATA: data,
    SWATH_COMPUTE: engine,
    SWATH_STAGES: stages,
  };
  const server = new Process([MAIN, "serve", "--with-worker"], env);
  processes.push(server);
  const origin = `http://localhost:${port}`;
  await ready(origin, server);
  return { origin, env, data };
}

async function untilBegun(read: () => Promise<FlightRuns>): Promise<void> {
  for (;;) {
    const [processing] = await read();
    if (processing?.jobs.some(({ latest }) => latest !== null) === true) return;
    await sleep(200);
  }
}

async function processOn(engine: string, stages: string): Promise<Processed> {
  const server = await startServer(engine, stages);
  const since = new Date();
  const caller = { origin: server.origin, token: tokenOf(server, "crew") };
  const folder = join(place, "flight", `${FLIGHT}_045`);
  await uploadFolder({ ...caller, flightId: FLIGHT, uploadType: "LiDAR", folder });
  const runs = () =>
    nodeApi(caller).call(runRoutes.readFlightRuns, { params: { flightId: FLIGHT } });
  await untilBegun(runs);
  const { code, stdout } = await tool(["tools/process.ts", FLIGHT, "--qa"], server.env).then(
    (output) => ({ code: 0, stdout: output.stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  const options = { kind: "file", dataFolder: server.data, publicUrl: "" } as const;
  const store = await openObjectStore(options, systemClock);
  const outputs = await saveOutputs(store, since, join(place, `outputs-${engine}`));
  const jobs = (await runs()).flatMap((each) => each.jobs);
  return {
    exitCode: code,
    lines: stdout,
    jobs: jobs.map(({ name, status }) => [name, status] as const),
    outputs,
  };
}

/** Saves the outputs of all that was published since a moment. */
async function saveOutputs(
  store: ObjectStore,
  since: Date,
  folder: string,
): Promise<Map<string, string>> {
  const outputs = new Map<string, string>();
  for await (const { key, modified } of published(store)) {
    if (modified < since) continue;
    const {
      job,
      folder: from,
      files,
    } = outputManifestSchema.parse(await json(await store.read(BUCKET, key)));
    for (const { path, xxh128 } of files) {
      outputs.set(`${job} ${path}`, xxh128);
      const file = join(folder, job, path);
      await mkdir(dirname(file), { recursive: true });
      await pipeline(await store.read(BUCKET, `${from}${path}`), createWriteStream(file));
    }
  }
  return outputs;
}

async function* published(store: ObjectStore) {
  let token: string | undefined;
  do {
    const page = await store.list(BUCKET, { prefix: "", ...(token !== undefined && { token }) });
    yield* page.objects.filter(({ key }) => /^[^/]+\/[^/]+\/manifest\.json$/.test(key));
    token = page.nextToken;
  } while (token !== undefined);
}

beforeAll(async () => {
  const folder = join(place, "flight");
  const options = ["--terrain", "--noise", "0.02", "--truth", join(folder, "truth.json")];
  await tool(["tools/sample.ts", FLIGHT, folder, ...options]);
  const stages = await wholeTemplate();
  const ended = await Promise.all(ENGINES.map((engine) => processOn(engine, stages)));
  for (const [index, engine] of ENGINES.entries()) processed.set(engine, ended[index]!);
}, 30 * MINUTE_MS);

afterAll(async () => {
  for (const process of processes) await process.end();
  removeFolder(place);
});

test.each(ENGINES)(
  "every stage of a flight is COMPLETED on %s, in the order of the template",
  (engine) => {
    const { exitCode, lines, jobs } = processed.get(engine)!;
    expect({ jobs, exitCode }, lines).toEqual({
      jobs: STAGES.map((name) => [name, "COMPLETED"]),
      exitCode: 0,
    });
  },
);

test("what both engines published is the same to the byte", () => {
  const [local, slurm] = ENGINES.map((engine) => processed.get(engine)!.outputs);
  expect(local!.size).toBeGreaterThan(STAGES.length);
  expect(Object.fromEntries(slurm!)).toEqual(Object.fromEntries(local!));
});

test("what came out is true within the bounds", async () => {
  const { outputs } = processed.get("slurm")!;
  const files = [...outputs.keys()].map((output) => output.replace(" ", "/"));
  const chosen = files.filter((file) =>
    /^(MiningAI3\/.*\.las|DEM1\/dtm_.*\.tif|ICP2_MineIP1\/pairs\.json|ICP1_MineIP1\/shifts\.json)$/.test(
      file,
    ),
  );
  const sbet = files.find((file) => file.endsWith(".sbet"))!;
  const truth = join(place, "flight", "truth.json");
  const words = [truth, ...chosen, "--sbet", sbet, "--bounds"];
  const { status, error } = truthCommand(words, join(place, "outputs-slurm"));
  expect(status, error).toBe(0);
});
