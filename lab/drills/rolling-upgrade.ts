import { spawnSync } from "node:child_process";
import type { Server } from "node:http";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import { openDatabase } from "../../apps/server/src/platform/postgres/connection.ts";
import type { Flight } from "@swath/contract/flights";
import { call, readyUpload, type ReadyUpload } from "../../e2e/api.ts";
import { balance } from "../../e2e/balancer.ts";
import { arrivedIn } from "../../e2e/destination.ts";
import { folderHashes, sampleFolder } from "../../e2e/folder.ts";
import { freePort, Process, ready, ROOT } from "../../e2e/swath.ts";
import {
  openTemporaryPostgres,
  type TemporaryPostgres,
} from "../../tools/testing/temporary-postgres.ts";
import { uploadFolder } from "../../tools/testing/uploads/upload-folder.ts";
import { Service } from "../../tools/process/service.ts";
import { waitingStages } from "./backup/work.ts";
import { formerRelease, isKnown, layCheckout } from "./checkout.ts";
import type { Finding } from "./drill-steps.ts";

const DATABASE = "rolling";
/** Until the upgrade is over, so that the upload goes on over all of it. */
const SLOWLY = 60_000;

/** Two servers behind a balancer and two workers, over one database and one data folder. */
class Cluster {
  readonly #place: string;
  readonly #postgres: TemporaryPostgres;
  readonly #balancer: Server;
  readonly #env: Readonly<Record<string, string>>;
  readonly #ports: readonly number[];
  readonly origin: string;
  readonly #servers: (Process | undefined)[] = [];
  readonly #workers: (Process | undefined)[] = [];

  private constructor(parts: {
    place: string;
    postgres: TemporaryPostgres;
    balancer: Server;
    env: Readonly<Record<string, string>>;
    ports: readonly number[];
    origin: string;
  }) {
    this.#place = parts.place;
    this.#postgres = parts.postgres;
    this.#balancer = parts.balancer;
    this.#env = parts.env;
    this.#ports = parts.ports;
    this.origin = parts.origin;
  }

  static async open(place: string, stages: string): Promise<Cluster> {
    const postgres = await openTemporaryPostgres("unused", {});
    const admin = openDatabase(postgres.url(), { connections: 1 });
    await admin.executeQuery(CompiledQuery.raw(`CREATE DATABASE ${DATABASE}`));
    await admin.destroy();
    const web = join(place, "web");
    mkdirSync(web);
    writeFileSync(join(web, "index.html"), "<!doctype html><title>Swath</title>");
    const ports = [await freePort(), await freePort()];
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = {
      DATABASE_URL: postgres.url(DATABASE),
      SWATH_DATA: join(place, "data"),
      SWATH_PUBLIC_URL: origin,
      SWATH_WEB: web,
      SWATH_STAGES: stages,
      SWATH_SANDBOX: "off",
    };
    mkdirSync(env.SWATH_DATA, { mode: 0o700 });
    const balancer = await balance(port, ports);
    return new Cluster({ place, postgres, balancer, env, ports, origin });
  }

  get data(): string {
    return this.#env["SWATH_DATA"]!;
  }

  #words(checkout: string, ...words: string[]): string[] {
    return [resolve(checkout, "apps/server/src/main.ts"), ...words];
  }

  run(checkout: string, ...words: string[]): string {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      this.#words(checkout, ...words),
      {
        env: { ...process.env, ...this.#env },
        encoding: "utf8",
      },
    );
    if (status !== 0) throw new Error(`swath ${words.join(" ")}: ${stderr}`);
    return stdout.trim();
  }

  /** Ends the server, and starts that of a checkout in its place; the ms that the end took. */
  async serve(checkout: string, at: number): Promise<number> {
    const took = await endOf(this.#servers[at]);
    const port = this.#ports[at]!;
    const env = { ...this.#env, PORT: String(port) };
    const server = new Process(this.#words(checkout, "serve"), env);
    this.#servers[at] = server;
    await ready(`http://localhost:${port}`, server);
    return took;
  }

  async work(checkout: string, at: number): Promise<number> {
    const took = await endOf(this.#workers[at]);
    this.#workers[at] = new Process(this.#words(checkout, "work"), this.#env);
    return took;
  }

  async close(): Promise<void> {
    for (const each of [...this.#servers, ...this.#workers]) await each?.end("SIGKILL");
    this.#balancer.closeAllConnections();
    this.#balancer.close();
    await this.#postgres.remove();
  }

  get place(): string {
    return this.#place;
  }
}

async function endOf(process: Process | undefined): Promise<number> {
  const began = performance.now();
  await process?.end("SIGTERM");
  return performance.now() - began;
}

interface Sending {
  readonly upload: ReadyUpload;
  readonly folder: string;
  readonly done: Promise<void>;
  /** Sends the rest as fast as it goes. */
  readonly hurry: () => void;
}

async function beginUpload(cluster: Cluster, token: string, sensor: RegExp): Promise<Sending> {
  const upload = await readyUpload({ origin: cluster.origin, env: {} }, token, "LiDAR", sensor);
  const into = join(cluster.place, upload.uploadId);
  mkdirSync(into);
  const folder = sampleFolder(upload, into);
  const { flightId, uploadType } = upload;
  const whole = { origin: cluster.origin, token, flightId, uploadType, folder };
  let pace: number | undefined = SLOWLY;
  const done = uploadFolder({ ...whole, bytesPerSecond: () => pace });
  return { upload, folder, done, hurry: () => (pace = undefined) };
}

/** A job that runs until it is let go. */
interface RunningJob {
  readonly flightId: string;
  readonly becomes: (status: string) => Promise<boolean>;
}

const JOB_STEP_MS = 200;
const JOB_STEPS = 600;

/** Orders the first GPS job that nobody has begun, and waits until it runs. */
async function beginJob(cluster: Cluster, token: string): Promise<RunningJob> {
  const service = new Service(cluster.origin, token);
  const jobOf = async (flightId: string) => {
    for (const { processingId, jobs } of await service.runsOf(flightId))
      for (const { name, status } of jobs) if (name === "GPS") return { processingId, status };
    return undefined;
  };
  const becomes = async (flightId: string, status: string): Promise<boolean> => {
    for (let step = 0; step < JOB_STEPS; step++) {
      if ((await jobOf(flightId))?.status === status) return true;
      await sleep(JOB_STEP_MS);
    }
    return false;
  };
  const { body } = await call<Flight[]>(
    { origin: cluster.origin, env: {} },
    token,
    "/main/flights?pageSize=200",
  );
  for (const { FlightID: flightId } of body) {
    const job = await jobOf(flightId);
    if (job?.status !== "NOT_COMMENCED") continue;
    await service.order(job.processingId, "GPS", {});
    if (!(await becomes(flightId, "RUNNING"))) break;
    return { flightId, becomes: (status) => becomes(flightId, status) };
  }
  throw new Error("no GPS job runs");
}

/** Whether every file of an upload stands in the store as it was on the drive. */
async function isWhole(cluster: Cluster, { upload, folder }: Sending): Promise<boolean> {
  const options = { kind: "file", dataFolder: cluster.data, publicUrl: "" } as const;
  const store = await openObjectStore(options, systemClock);
  const [there, here] = [await arrivedIn(store, upload), await folderHashes(folder)];
  return here.size > 0 && [...here].every(([path, hash]) => there.get(path) === hash);
}

async function rehearse(
  cluster: Cluster,
  former: string,
  allow: (flightId: string) => void,
): Promise<Finding> {
  const began = performance.now();
  cluster.run(former, "migrate");
  for (const at of [0, 1]) await cluster.serve(former, at);
  for (const at of [0, 1]) await cluster.work(former, at);
  const token = cluster.run(former, "token", "crew");
  const job = await beginJob(cluster, cluster.run(former, "token", "operator"));
  const sending = await beginUpload(cluster, token, /Galaxy/);
  const ended = sending.done.then(
    () => "",
    (error: unknown) => String(error),
  );
  await sleep(1_000);
  const upgrade = performance.now();
  cluster.run(ROOT, "migrate");
  const stops: number[] = [];
  for (const at of [0, 1]) stops.push(await cluster.work(ROOT, at));
  for (const at of [0, 1]) stops.push(await cluster.serve(ROOT, at));
  const upgraded = (performance.now() - upgrade) / 1_000;
  const during = await Promise.race([ended.then(() => false), sleep(0, true)]);
  sending.hurry();
  const fault = await ended;
  const whole = fault === "" && (await isWhole(cluster, sending));
  const stillRan = await job.becomes("RUNNING");
  allow(job.flightId);
  const hasRun = stillRan && (await job.becomes("COMPLETED"));
  // The way back: the former release on the database that the new one migrated.
  await cluster.serve(former, 0);
  const listed = await fetch(`${cluster.origin}/api/main/flights?page=1&pageSize=1`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const slowest = Math.max(...stops) / 1_000;
  const saw = [
    `upgraded in ${upgraded.toFixed(0)} s, each process ended within ${slowest.toFixed(1)} s`,
    during ? "an upload went on over it" : "the upload ended before the upgrade did",
    whole ? "its bytes are those of the drive" : `its data is not whole: ${fault}`,
    hasRun ? "a job that ran goes on and ends" : "a job that ran is lost",
    `the former release serves again (${listed.status})`,
    `${((performance.now() - began) / 60_000).toFixed(1)} min`,
  ];
  const isRight = during && whole && hasRun && slowest < 10 && listed.status === 200;
  return { saw: saw.join("; "), isRight };
}

/** A new release in the place of the former one while people upload, and the way back. */
export async function rollingUpgrade(place: string): Promise<Finding> {
  const ref = formerRelease();
  if (!isKnown(ref)) return { saw: `left out: this clone's history lacks ${ref}`, isRight: true };
  const former = join(place, "former");
  mkdirSync(former);
  layCheckout(ref, former);
  const stages = waitingStages(place);
  const cluster = await Cluster.open(place, stages.folder);
  try {
    return await rehearse(cluster, former, stages.allow);
  } finally {
    await cluster.close();
  }
}
