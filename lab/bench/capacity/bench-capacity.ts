import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { readConfig } from "../../../apps/server/src/app/config/read-config.ts";
import { prepareDatabase } from "../../../apps/server/src/app/prepare-database.ts";
import { openEmbeddedPostgres } from "../../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { openDatabase } from "../../../apps/server/src/platform/postgres/connection.ts";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";
import { type ReadyUpload, type Started, tokenOf } from "../../../e2e/api.ts";
import {
  freePort,
  Process,
  ready,
  removeFolder,
  ROOT,
  temporaryFolder,
} from "../../../e2e/swath.ts";
import { cpuSeconds, endedSeconds, sessionSeconds } from "../api/cpu.ts";
import { seedFailures } from "../api/failure-seed.ts";
import { seedProcessings } from "../api/processing-seed.ts";
import { FLIGHTS, seed } from "../api/seed.ts";
import type { SendersTask, SentSoFar } from "../crowd/senders.ts";
import type { PeopleTask, Taken } from "./people.ts";
import { seedObjects } from "./seed-objects.ts";
import { tableSizes } from "./table-sizes.ts";

/** A tenth of 20 million objects, 1,000 people and 200 uploads at once. */
const OBJECTS = 2_000_000;
const PEOPLE = 100;
const UPLOADS = 20;
const PROCESSES = 2;
const SECONDS = 120;
const IDLE_SECONDS = 30;
const MOST_P99_MS = 300;
const MB = 1_000_000;
/** Of each upload: 20 Mbit/s. */
const UPLOAD_RATE = 2.5 * MB;
const FILE_BYTES = 1_000 * MB;
const BEGIN_MS = 120_000;
const UNLIMITED = {
  SWATH_CALLS_OF_ADDRESS: "10000000",
  SWATH_CALLS_OF_PERSON: "10000000",
  SWATH_UPLOAD_SLOTS: "100",
  SWATH_SLOTS_OF_PERSON: "100",
  SWATH_UPLOADS_OF_PERSON: "1000",
};

/** Processor seconds of each part until now. */
type Cpu = Readonly<Record<"server" | "worker" | "database", number>>;

interface Load {
  readonly swath: Started;
  readonly admin: Db;
  readonly bucket: string;
  readonly place: string;
  readonly cpu: () => Cpu;
}

/** What a phase took of each part, in processor cores. */
async function coresOf(cpu: () => Cpu, run: () => Promise<void>): Promise<Cpu> {
  const [before, begun] = [cpu(), performance.now()];
  await run();
  const [after, seconds] = [cpu(), (performance.now() - begun) / 1_000];
  const of = (part: keyof Cpu): number => (after[part] - before[part]) / seconds;
  return { server: of("server"), worker: of("worker"), database: of("database") };
}

/** Lets people look and ask for a while; how long each kind of call took. */
async function watch({ swath, bucket }: Load, seconds: number): Promise<Taken[]> {
  const all = Array.from({ length: PEOPLE }, (_, person) => person);
  const processes = Array.from({ length: PROCESSES }, (_, n) => {
    const people = all.filter((person) => person % PROCESSES === n);
    const token = tokenOf(swath, "operator");
    const task: PeopleTask = { origin: swath.origin, token, seconds, people, bucket };
    return new Process(["lab/bench/capacity/people.ts"], { BENCH_PEOPLE: JSON.stringify(task) });
  });
  while (processes.some((each) => !each.ended)) await sleep(200);
  return processes.map(({ output }) => {
    const line = output.split("\n").findLast((text) => text.startsWith("{"));
    if (line === undefined) throw new Error(`people ended:\n${output}`);
    return JSON.parse(line) as Taken;
  });
}

/** Uploads that nobody has begun, of the latest flights. */
async function readyUploads(admin: Db): Promise<ReadyUpload[]> {
  const { rows } = await sql<ReadyUpload>`
    SELECT flight_id AS "flightId", id AS "uploadId", type AS "uploadType", sensor_name AS "sensorName"
    FROM uploads JOIN flights USING (flight_id)
    WHERE status = 'READY_FOR_UPLOAD' AND document_major_version > 3
    ORDER BY flight_id DESC LIMIT ${UPLOADS}`.execute(admin);
  if (rows.length < UPLOADS) throw new Error(`the catalogue has ${rows.length} ready uploads`);
  return rows;
}

const sentBy = (senders: readonly Process[]): number[] =>
  senders.flatMap(({ ended, output }) => {
    if (ended) throw new Error(`a sender ended:\n${output}`);
    const line = output.split("\n").findLast((text) => /^\[.*\]$/.test(text)) ?? "[]";
    return (JSON.parse(line) as SentSoFar).map(({ bytes }) => bytes);
  });

/** Begins the uploads, each at a crew's rate, and waits until all are under way. */
async function startSenders({ swath, admin, place }: Load): Promise<Process[]> {
  const file = join(place, "hole.laz");
  writeFileSync(file, "");
  truncateSync(file, FILE_BYTES);
  const all = await readyUploads(admin);
  const senders = Array.from({ length: PROCESSES }, (_, n) => {
    const uploads = all.filter((_each, index) => index % PROCESSES === n);
    const token = tokenOf(swath, ["crew", "crew2"][n % 2]!);
    const rate = { times: 4, bytesPerSecond: UPLOAD_RATE };
    const task: SendersTask = { origin: swath.origin, token, file, uploads, ...rate };
    return new Process(["lab/bench/crowd/senders.ts"], { BENCH_CROWD: JSON.stringify(task) });
  });
  const until = performance.now() + BEGIN_MS;
  while (sentBy(senders).filter((bytes) => bytes > 0).length < UPLOADS) {
    if (performance.now() > until) throw new Error("not all uploads began");
    await sleep(500);
  }
  for (const { pid } of senders) process.kill(pid, "SIGUSR2");
  return senders;
}

/** Milliseconds of all processes, sorted, by kind of call. */
function merged(taken: readonly Taken[]): Map<string, number[]> {
  const kinds = new Map<string, number[]>();
  for (const each of taken)
    for (const [kind, counts] of Object.entries(each)) {
      const all = kinds.get(kind) ?? [];
      for (const [ms, count] of Object.entries(counts))
        for (let n = 0; n < count; n++) all.push(Number(ms));
      kinds.set(kind, all);
    }
  for (const all of kinds.values()) all.sort((a, b) => a - b);
  return kinds;
}

function printCalls(taken: readonly Taken[]): void {
  for (const [kind, all] of merged(taken)) {
    const at = (share: number): number => all[Math.floor(share * (all.length - 1))] ?? Number.NaN;
    const isGood = at(0.99) < MOST_P99_MS;
    if (!isGood) process.exitCode = 1;
    console.log(
      `${isGood ? "holds" : "FAILS"}  ${kind.padEnd(34)}${String(all.length).padStart(6)} calls, ` +
        `median ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`,
    );
  }
}

const cores = ({ server, worker, database }: Cpu): string =>
  `server ${server.toFixed(3)}, worker ${worker.toFixed(3)}, database ${database.toFixed(3)} cores`;

const minus = (a: Cpu, b: Cpu): Cpu => ({
  server: a.server - b.server,
  worker: a.worker - b.worker,
  database: a.database - b.database,
});

const times = (cpu: Cpu, factor: number): Cpu => ({
  server: cpu.server * factor,
  worker: cpu.worker * factor,
  database: cpu.database * factor,
});

function printEach(name: string, total: number, count: number): void {
  console.log(`  ${name.padEnd(40)}${(total / count).toFixed(0).padStart(8)} bytes`);
}

/** Bytes of a record with all that belongs to it, indexes included. */
async function printRows(admin: Db): Promise<void> {
  const sizes = await tableSizes(admin);
  const bytes = (...names: string[]): number =>
    names.reduce((sum, name) => sum + (sizes.get(name)?.bytes ?? 0), 0);
  const rows = (name: string): number => sizes.get(name)?.rows ?? 1;
  console.log("rows with their indexes:");
  printEach(
    "a flight with sensors and uploads",
    bytes("flights", "flight_sensors", "uploads"),
    FLIGHTS,
  );
  const processing = bytes("processings", "processing_jobs");
  printEach("a processing with its jobs", processing, rows("processings"));
  printEach("an object of the inventory", bytes("stored_objects"), rows("stored_objects"));
}

async function measure(load: Load): Promise<void> {
  const { cpu } = load;
  const idle = await coresOf(cpu, () => sleep(IDLE_SECONDS * 1_000));
  console.log(`nobody: ${cores(idle)}`);
  let alone: Taken[] = [];
  const people = await coresOf(cpu, async () => {
    alone = await watch(load, SECONDS);
  });
  console.log(`\n${PEOPLE} people for ${SECONDS} s: ${cores(people)}`);
  printCalls(alone);
  const senders = await startSenders(load);
  try {
    const [before, begun] = [sentBy(senders), performance.now()];
    let both: Taken[] = [];
    const busy = await coresOf(cpu, async () => {
      both = await watch(load, SECONDS);
    });
    const seconds = (performance.now() - begun) / 1_000;
    const sent = sentBy(senders).reduce((sum, bytes, index) => sum + bytes - before[index]!, 0);
    const rate = sent / seconds;
    console.log(
      `\nthe same beside ${UPLOADS} uploads, ${(rate / MB).toFixed(1)} of ` +
        `${((UPLOADS * UPLOAD_RATE) / MB).toFixed(1)} MB/s: ${cores(busy)}`,
    );
    printCalls(both);
    console.log("\nwhat each costs:");
    console.log(
      `  1,000 people                            ${cores(times(minus(people, idle), 1_000 / PEOPLE))}`,
    );
    console.log(
      `  100 MB/s of uploads                     ${cores(times(minus(busy, people), (100 * MB) / rate))}`,
    );
    await printRows(load.admin);
  } finally {
    await Promise.all(senders.map((sender) => sender.end("SIGKILL")));
  }
}

/**
 * `npm run bench -- capacity [--objects N]`: a million flights and processings and two million objects, looked at
 * by 100 people from two processes, alone and beside 20 uploads of 20 Mbit/s: a tenth of what
 * docs/capacity.md reckons with, but for flights. A call whose p99 is 300 ms or more makes the exit code 1.
 */
export async function benchCapacity(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...words], options: { objects: { type: "string" } } });
  const place = join(ROOT, `lab/bench/results/api-${FLIGHTS}`);
  mkdirSync(place, { recursive: true, mode: 0o711 });
  const postgres = await openEmbeddedPostgres({ dataFolder: place });
  const data = temporaryFolder("capacity");
  const admin = openDatabase(postgres.ownerUrl, { connections: 4 });
  const started: Process[] = [];
  try {
    await seed(admin);
    await seedProcessings(admin);
    await seedFailures(admin);
    await prepareDatabase(postgres.ownerUrl, { url: postgres.serverUrl, makesRole: true });
    // Each run has a store and keys of its own, and no file is called for.
    await sql`DELETE FROM store_buckets`.execute(admin);
    await sql`DELETE FROM installation_keys`.execute(admin);
    const port = await freePort();
    const shared = { DATABASE_URL: postgres.serverUrl, SWATH_DATA: data, SWATH_LOG_LEVEL: "warn" };
    const env = { ...shared, PORT: String(port), SWATH_INVENTORY_MINUTES: "43200", ...UNLIMITED };
    const server = new Process(["apps/server/src/main.ts", "serve"], env);
    started.push(server);
    const origin = `http://localhost:${port}`;
    await ready(origin, server);
    const worker = new Process(["apps/server/src/main.ts", "work"], env);
    started.push(worker);
    // Its first scan of the store, which has none of the objects, comes before them.
    while (!worker.output.includes("is ready")) await sleep(200);
    await sleep(10_000);
    const bucket = readConfig({}).buckets.lidar;
    await seedObjects(admin, bucket, Number(values.objects ?? OBJECTS));
    const cpu = (): Cpu => ({
      server: cpuSeconds(server.pid),
      worker: cpuSeconds(worker.pid),
      database: sessionSeconds(postgres.folder) + endedSeconds(postgres.folder),
    });
    await measure({ swath: { origin, env }, admin, bucket, place: data, cpu });
  } finally {
    for (const each of started) await each.end("SIGKILL");
    await sql`TRUNCATE stored_objects, stored_folders, inventory_scans`.execute(admin);
    await admin.destroy();
    await postgres.stop();
    removeFolder(data);
  }
}
