import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type FlightRuns, outputManifestSchema, runEndpoints } from "@swath/contract/processing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dayOf } from "../../apps/server/src/demonstration/demonstration-day.ts";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import type { ObjectStore } from "../../apps/server/src/platform/object-store/object-store.ts";
import { type Started, tokenOf } from "../../e2e/api.ts";
import { freePort, Process, ready, removeFolder, ROOT, temporaryFolder } from "../../e2e/swath.ts";
import { truthCommand } from "../../lab/truth/truth-command.ts";
import type { Bound, TruthReport } from "../../lab/truth/truth-report.ts";
import { nodeApi } from "./uploads/node-api.ts";
import { uploadFolder } from "./uploads/upload-folder.ts";

/** A flight of the demonstration with a LiDAR, and one whose project wants the images beside it. */
const FLIGHT = "FL000101";
const IMAGERY_FLIGHT = "FL000103";
/** Of most outputs, and of those of MiningAI stages. */
const BUCKETS = ["swath-processing", "swath-ai"] as const;
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

/** What the server of one engine is given. */
interface Task {
  readonly engine: (typeof ENGINES)[number];
  readonly flights: readonly FlightTask[];
}

interface FlightTask {
  readonly flightId: string;
  /** Types with the ends of their folders' names; the recording lies in the LiDAR's. */
  readonly uploads: readonly (readonly ["LiDAR" | "MediumFormatImagery", string])[];
}

const LIDAR: FlightTask = { flightId: FLIGHT, uploads: [["LiDAR", "045"]] };
const IMAGERY: FlightTask = {
  flightId: IMAGERY_FLIGHT,
  uploads: [
    ["LiDAR", "999"],
    ["MediumFormatImagery", "118"],
  ],
};
const TASKS: readonly Task[] = [
  { engine: "local", flights: [LIDAR, IMAGERY] },
  { engine: "slurm", flights: [LIDAR] },
];
/** The flights' folders and their truths. */
const SAMPLE = join(place, "sample");

async function startServer(engine: string): Promise<Started & { data: string }> {
  const data = join(place, `server-${engine}`);
  await mkdir(data, { mode: 0o711 });
  const port = await freePort();
  const env = {
    PORT: String(port),
    SWATH_DATA: data,
    SWATH_COMPUTE: engine,
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

async function processOn({ engine, flights }: Task): Promise<void> {
  const server = await startServer(engine);
  const caller = { origin: server.origin, token: tokenOf(server, "crew") };
  for (const { flightId, uploads } of flights) {
    const since = new Date();
    for (const [uploadType, end] of uploads) {
      const folder = join(SAMPLE, `${flightId}_${end}`);
      await uploadFolder({ ...caller, flightId, uploadType, folder });
    }
    const runs = () => nodeApi(caller).call(runEndpoints.readFlightRuns, { params: { flightId } });
    await untilBegun(runs);
    const { code, stdout } = await tool(["tools/process.ts", flightId, "--qa"], server.env).then(
      (output) => ({ code: 0, stdout: output.stdout }),
      (error: { code: number; stdout: string }) => error,
    );
    const options = { kind: "file", dataFolder: server.data, publicUrl: "" } as const;
    const store = await openObjectStore(options, systemClock);
    const outputs = await saveOutputs(store, since, join(place, `outputs-${engine}-${flightId}`));
    const jobs = (await runs()).flatMap((each) => each.jobs);
    processed.set(`${engine} ${flightId}`, {
      exitCode: code,
      lines: stdout,
      jobs: jobs.map((job) => [job.name, job.status] as const),
      outputs,
    });
  }
}

/** Saves the outputs of all that was published since a moment. */
async function saveOutputs(
  store: ObjectStore,
  since: Date,
  folder: string,
): Promise<Map<string, string>> {
  const outputs = new Map<string, string>();
  for await (const { bucket, key, modified } of published(store)) {
    if (modified < since) continue;
    const {
      job,
      folder: from,
      files,
    } = outputManifestSchema.parse(await json(await store.read(bucket, key)));
    for (const { path, xxh128 } of files) {
      outputs.set(`${job} ${path}`, xxh128);
      const file = join(folder, job, path);
      await mkdir(dirname(file), { recursive: true });
      await pipeline(await store.read(bucket, `${from}${path}`), createWriteStream(file));
    }
  }
  return outputs;
}

async function* published(store: ObjectStore) {
  for (const bucket of BUCKETS) {
    let token: string | undefined;
    do {
      const page = await store.list(bucket, { prefix: "", ...(token !== undefined && { token }) });
      for (const object of page.objects)
        if (/^[^/]+\/[^/]+\/manifest\.json$/.test(object.key)) yield { bucket, ...object };
      token = page.nextToken;
    } while (token !== undefined);
  }
}

async function fly(flightId: string): Promise<void> {
  const truth = join(SAMPLE, `${flightId}.json`);
  const options = ["--day", dayOf(new Date()), "--terrain", "--noise", "0", "--truth", truth];
  await tool(["tools/sample/sample-command.ts", flightId, SAMPLE, ...options]);
}

beforeAll(async () => {
  for (const flightId of [FLIGHT, IMAGERY_FLIGHT]) await fly(flightId);
  await Promise.all(TASKS.map((task) => processOn(task)));
}, 40 * MINUTE_MS);

afterAll(async () => {
  for (const process of processes) await process.end();
  removeFolder(place);
});

test.each(ENGINES)(
  "every stage of a LiDAR flight is COMPLETED on %s, but of products no instruction asks for",
  (engine) => {
    const { exitCode, lines, jobs } = processed.get(`${engine} ${FLIGHT}`)!;
    expect({ jobs, exitCode }, lines).toEqual({
      jobs: [...STAGES.map((stage) => [stage, "COMPLETED"] as const), ["DEL1", "NOT_APPLICABLE"]],
      exitCode: 0,
    });
  },
);

test("the images of a flight are oriented", () => {
  const { exitCode, lines, jobs } = processed.get(`local ${IMAGERY_FLIGHT}`)!;
  expect({ jobs, exitCode }, lines).toEqual({
    jobs: [
      ["GPS", "COMPLETED"],
      ["EO", "COMPLETED"],
    ],
    exitCode: 0,
  });
});

test("what both engines published is the same to the byte", () => {
  const [local, slurm] = ENGINES.map((engine) => {
    const outputs = new Map(processed.get(`${engine} ${FLIGHT}`)!.outputs);
    // It names the record of its own server.
    expect(outputs.delete("ICP1_MineIP1 proposal.json")).toBe(true);
    return outputs;
  });
  expect(local!.size).toBeGreaterThan(STAGES.length);
  expect(Object.fromEntries(slurm!)).toEqual(Object.fromEntries(local!));
});

/** What was published of a flight, compared with its truth; the table goes to the log. */
function report(flightId: string) {
  const { outputs } = processed.get(`local ${flightId}`)!;
  const files = [...outputs.keys()].map((output) => output.replace(" ", "/"));
  const chosen = files.filter((file) =>
    /^(MiningAI3\/.*\.la[sz]|DEM1\/dtm_.*\.tif|ICP2_MineIP1\/pairs\.json|ICP1_MineIP1\/shifts\.json)$/.test(
      file,
    ),
  );
  const named = (ending: string): string[] => files.filter((file) => file.endsWith(ending));
  const calibration = join(SAMPLE, `${flightId}_calibration`, "calibration.json");
  const eo = named("/eo.csv").flatMap((file) => ["--eo", file, "--calibration", calibration]);
  const sbet = named(".sbet").flatMap((file) => ["--sbet", file]);
  const words = [join(SAMPLE, `${flightId}.json`), ...chosen, ...sbet, ...eo, "--bounds"];
  const result = truthCommand(words, join(place, `outputs-local-${flightId}`));
  console.log(`${flightId}\n${result.error}`);
  const { bounds, ...compared } = JSON.parse(result.output ?? "{}") as Report;
  return { compared, bounds, status: result.status, table: result.error };
}

type Report = TruthReport & { readonly bounds: readonly Bound[] };
const PLACES = ["trajectory position", "trajectory roll", "trajectory pitch", "trajectory heading"];

test("the clouds are true within the bounds", () => {
  const { compared, bounds, status, table } = report(FLIGHT);
  expect(bounds.map(({ what }) => what)).toEqual([
    "ground at every sample",
    "ground points within 2 mm",
    "road at every sample",
    "road points within 2 mm",
    "ground not called ground (type I)",
    "other called ground (type II)",
    "terrain model RMS",
    ...PLACES,
    "strip pairs, worst median",
  ]);
  expect(
    bounds.filter(({ held }) => !held),
    table,
  ).toEqual([]);
  expect(status).toBe(0);
  expect(compared.cloud!.samplesReached).toBeGreaterThan(12_000);
  expect(compared.pairs!.pairs).toBeGreaterThanOrEqual(7);
  expect(compared.shifts!.largest).toBeLessThan(0.005);
});

test("exterior orientations are true within 5 mm and 0.001°", () => {
  const { compared, bounds, status, table } = report(IMAGERY_FLIGHT);
  expect(bounds.map(({ what }) => what)).toEqual([
    ...PLACES,
    "exposure position",
    "exposure attitude",
  ]);
  expect(status, table).toBe(0);
  expect(compared.exposures!.exposures).toBeGreaterThan(40);
  expect(compared.exposures!.unjudged).toBe(0);
});
