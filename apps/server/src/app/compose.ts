import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { keepFirstLMSVersion } from "../domain/settings/lms-version.ts";
import { registerProcess } from "../domain/processes/process-register.ts";
import { seedDemonstration } from "../demonstration/seed-demonstration.ts";
import { monotonicClock, systemClock } from "../platform/clock/clock.ts";
import { createMetrics, type Metrics } from "../platform/metrics/metrics.ts";
import { measureStore } from "../platform/metrics/measured-store.ts";
import { openQueues, type QueuesOptions } from "../platform/queues/pg-boss-queues.ts";
import { ChangeWatch } from "../platform/postgres/change-watch.ts";
import { openDatabase } from "../platform/postgres/connection.ts";
import { PoolRegister } from "../platform/postgres/pool-register.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { openTracing } from "../platform/tracing/open-tracing.ts";
import type { Config } from "./config/read-config.ts";
import { openAppDatabase } from "./open-database.ts";
import { openInventory } from "./open-inventory.ts";
import { openRuns } from "./open-runs.ts";
import { openAppStore } from "./open-app-store.ts";
import { serveHttp } from "./serve-http.ts";
import type { HttpParts, Version } from "./serve-modules.ts";
import { serveWorker } from "./serve-worker.ts";
import { startWork } from "./start-work.ts";
import type { StartSteps } from "./start-steps.ts";
import { watchSystem } from "./watch-system.ts";

/** What this process does: answer calls, run background work, or both. */
export interface Duties {
  readonly serve: boolean;
  readonly work: boolean;
}

export interface Running {
  readonly stop: () => Promise<void>;
}

function repeat(run: () => void, ms: number): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

const CLOSE_MS = 5_000;
/** What a start may take to end the step that it is at, once it is abandoned. */
const STEP_MS = 1_000;

/** Lets calls that are under way end, for a while; then disconnects. */
async function closeHttp(app: FastifyInstance): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
  await app.close();
  clearTimeout(timeout);
}

/** What tells that something has changed, by what it is; each until it is stopped. */
function openVersions(
  url: string,
  log: Logger,
  stops: AsyncDisposableStack,
): HttpParts["versions"] {
  const versionOf = (channel: string, loss: string): Version => {
    const onLoss = (error: unknown): void => log.warn({ err: error }, loss);
    const watch = new ChangeWatch({ url, channel, now: monotonicClock, onLoss });
    stops.defer(() => watch.stop());
    return () => watch.version();
  };
  return {
    flights: versionOf("swath_flights", "changes of flights go unnoticed"),
    processings: versionOf("swath_processings", "changes of processings go unnoticed"),
    news: versionOf("swath_news", "news goes unnoticed"),
    failures: versionOf("swath_failures", "changes of failures go unnoticed"),
    settings: versionOf("swath_settings", "changes of settings go unnoticed"),
    denied: versionOf("swath_denied_tokens", "denied tokens are read with each call"),
  };
}

/** Enters this process among those that live; answers how it leaves. */
async function enterRegister(
  { release }: Config,
  { serve: serves, work: works }: Duties,
  { db, log }: { readonly db: Db; readonly log: Logger },
): Promise<() => Promise<void>> {
  const onProblem = (error: unknown): void =>
    log.warn({ err: error }, "this process could not be registered");
  const { stop } = await registerProcess(
    db,
    { serves, works, release },
    { every: repeat, onProblem },
  );
  return stop;
}

/** Logs, counts and traces background jobs. */
const observedQueues = (log: Logger, { jobs }: Metrics): QueuesOptions => ({
  onError: (error) => log.warn({ err: error }, "the job queue reported a problem"),
  onFailure: (queue, jobId, error) => log.error({ err: error, queue, jobId }, "a job failed"),
  tracedBy: (_queue, data) =>
    "uploadId" in data && typeof data.uploadId === "string"
      ? { kind: "upload", id: data.uploadId }
      : undefined,
  onEnd: (queue, seconds, outcome) => jobs.observe({ queue, outcome }, seconds),
});

/** Opens pools of five connections, each for one purpose, until it is stopped. */
const smallPools =
  (url: string, pools: PoolRegister, stops: AsyncDisposableStack) =>
  (pool: string): Db => {
    const opened = openDatabase(url, { connections: 5, onPool: pools.entry(pool, url) });
    stops.defer(() => opened.destroy());
    return opened;
  };

async function start(
  config: Config,
  duties: Duties,
  log: Logger,
  { stops, begin }: { readonly stops: AsyncDisposableStack; readonly begin: StartSteps["begin"] },
): Promise<void> {
  const metrics = createMetrics();
  const pools = new PoolRegister();
  if (config.tracing !== undefined) {
    const service = duties.serve ? "swath" : "swath-worker";
    stops.defer(openTracing({ ...config.tracing, service, release: config.release }));
  }
  begin("the database");
  const tenancy = duties.serve ? "own" : "join";
  const database = await openAppDatabase(config, tenancy, log, { ...metrics, pools });
  if (stops.disposed) await database.close();
  stops.defer(database.close);
  const { db, url } = database;
  const lmsVersion = await keepFirstLMSVersion(db, config.lmsVersion);
  begin("the store");
  const store = measureStore(await openAppStore(config, db), metrics);
  const inventory = openInventory(config, { db, store, log });
  stops.defer(() => inventory.close());
  const runs = await openRuns(config, { db, store: inventory.store, log });
  const { buckets, archiveStorageClass: storageClass } = config;
  if (config.provider === undefined) {
    begin("the demonstration's flights");
    await seedDemonstration({
      db,
      store: inventory.store,
      buckets,
      storageClass,
      templates: runs.deps.templates,
      lmsVersion,
      spool: config.runsFolder,
      clock: systemClock,
      dataFolder: config.dataFolder,
    });
  }
  begin("the background work");
  const queues = await openQueues(url, {
    ...observedQueues(log, metrics),
    onPool: pools.entry("queues", url),
  });
  stops.defer(() => queues.stop());
  if (duties.work) {
    await startWork(config, { log, db, store: inventory.store, queues, runs, metrics, stops });
    await inventory.work(queues);
  }
  stops.defer(await enterRegister(config, duties, { db, log }));
  const health = watchSystem(config, { db, store, metrics, pools });
  if (!duties.serve) {
    const listening = await serveWorker(config, { log, health, metrics });
    stops.defer(() => listening.close());
    return;
  }
  const openSmall = smallPools(url, pools, stops);
  const providerDb = openSmall("provider");
  const renewals = openSmall("renewals");
  const versions = openVersions(url, log, stops);
  begin("the pages");
  const app = await serveHttp({
    config,
    log,
    db,
    providerDb,
    renewals,
    store,
    queues,
    runs,
    versions,
    health,
    metrics,
    looker: inventory.looker,
  });
  stops.defer(() => closeHttp(app));
}

/** How a start is followed, and abandoned: it goes no further than its present step. */
export interface Starting {
  readonly steps: StartSteps;
  readonly abandoned: AbortSignal;
}

/** Starts the program: database, store, queues and what its duties need; nothing is left where it fails. */
export async function compose(
  config: Config,
  duties: Duties,
  log: Logger,
  { steps, abandoned }: Starting,
): Promise<Running> {
  // What was started last is stopped first, and each even where another failed to.
  const stops = new AsyncDisposableStack();
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= stops
      .disposeAsync()
      .catch((error: unknown) => log.error({ err: error }, "stopping failed")));
  const begin = (step: string): void => {
    abandoned.throwIfAborted();
    steps.begin(step);
  };
  // A step that goes on for long loses what it stands on, and nobody needs to hear what it says of that.
  const endStep = (): void => {
    log.level = "silent";
    void stop();
  };
  abandoned.addEventListener("abort", () => setTimeout(endStep, STEP_MS).unref());
  try {
    await start(config, duties, log, { stops, begin });
  } catch (error) {
    await stop();
    throw error;
  } finally {
    steps.end();
  }
  log.info({ ...duties, url: config.publicUrl.origin }, "started");
  return { stop };
}
