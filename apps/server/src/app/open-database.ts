import { setTimeout as sleep } from "node:timers/promises";
import { context } from "@opentelemetry/api";
import type { LogEvent } from "kysely";
import type { Logger } from "pino";
import { systemClock } from "../platform/clock/clock.ts";
import { openDatabase } from "../platform/postgres/connection.ts";
import {
  embeddedUrl,
  openEmbeddedPostgres,
} from "../platform/embedded-postgres/embedded-postgres.ts";
import {
  FolderProblem,
  openDataFolder,
  SharedFolder,
} from "../platform/embedded-postgres/data-folder.ts";
import { lockFolder } from "../platform/embedded-postgres/folder-lock.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { PoolRegister } from "../platform/postgres/pool-register.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { addSpan, isTraced } from "../platform/tracing/tracing.ts";
import { mayDefine } from "../platform/postgres/server-role.ts";
import type { Config } from "./config/read-config.ts";
import { isInstallations } from "./open-installation.ts";
import { openLog } from "./open-log.ts";
import { checkPrepared, checkWorksWith, prepareDatabase } from "./prepare-database.ts";
import { StartProblem } from "./start-problem.ts";

/** What asks for longer while the program ends loses its connection. */
const LAST_QUERIES_MS = 2_000;

/** A migrated database, and how to leave it. */
export interface OpenDatabase {
  readonly db: Db;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Whose the data folder's PostgreSQL is: `own` it with the folder, `join` the running one, or either;
 * `adopt` makes it the folder's, as a person said.
 */
export type Tenancy = "own" | "join" | "either" | "adopt";

export interface DatabaseSource {
  readonly url: string;
  /** Of the embedded database: it is migrated as it is opened. */
  readonly ownerUrl?: string;
  readonly release: () => Promise<void>;
}

/** The data folder's problems as those of a start. */
function explain(error: unknown): never {
  if (error instanceof SharedFolder)
    throw new StartProblem(`${error.message}; set SWATH_DATA to another folder.`);
  if (error instanceof FolderProblem) throw new StartProblem(`${error.message}.`);
  throw error;
}

async function own(config: Config, log: Logger, adopt = false): Promise<DatabaseSource> {
  await openDataFolder(config.dataFolder).catch(explain);
  const lock = lockFolder(config.dataFolder, {
    since: systemClock(),
    address: config.publicUrl.origin,
  });
  if ("holder" in lock)
    throw new StartProblem(
      `Swath already runs on the data folder ${config.dataFolder} (${lock.holder}); ` +
        "set SWATH_DATA and PORT to run another.",
    );
  const postgres = await openEmbeddedPostgres({
    dataFolder: config.dataFolder,
    mustStand: await isInstallations(config.dataFolder),
    adopt,
    onRestart: (error) => log.error({ err: error }, "PostgreSQL had died; started it again"),
  }).catch((error: unknown) => {
    lock.release();
    return explain(error);
  });
  if (postgres.isOutside)
    process.stderr.write(
      `The database is kept in ${postgres.folder}: PostgreSQL's user cannot enter ${config.dataFolder}.\n`,
    );
  return {
    url: postgres.serverUrl,
    ownerUrl: postgres.ownerUrl,
    release: async () => {
      await postgres.stop();
      lock.release();
    },
  };
}

const nothing = async (): Promise<void> => undefined;

async function sourceOf(config: Config, tenancy: Tenancy, log: Logger): Promise<DatabaseSource> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, release: nothing };
  if (tenancy === "own" || tenancy === "adopt") return own(config, log, tenancy === "adopt");
  const running = await embeddedUrl(config.dataFolder).catch(explain);
  if (running !== undefined) return { url: running, release: nothing };
  if (tenancy === "either") return own(config, log);
  throw new StartProblem(
    `No server runs on the data folder ${config.dataFolder}: start it first, or set DATABASE_URL.`,
  );
}

/** The database that the configuration names as its owner, as it is: for what fills it before anything else. */
export async function openDatabaseToFill(
  config: Config,
): Promise<DatabaseSource & { readonly ownerUrl: string }> {
  const log = openLog({ ...config, logLevel: "warn" }, "swath restore");
  const source = await sourceOf(config, "own", log);
  const { databaseOwnerUrl } = config;
  return { ...source, ownerUrl: source.ownerUrl ?? databaseOwnerUrl ?? source.url };
}

interface Preparing {
  readonly log: Logger;
  readonly release: string;
}

async function prepare(
  db: Db,
  { url, ownerUrl }: DatabaseSource,
  { log, release }: Preparing,
): Promise<void> {
  if (ownerUrl !== undefined) await prepareDatabase(ownerUrl, { url, makesRole: true });
  else await checkPrepared(db);
  await checkWorksWith(db, release);
  if (ownerUrl !== undefined) return;
  if (await mayDefine(db))
    log.warn("the database's role may change its tables; see DATABASE_OWNER_URL");
}

const counting =
  (statements: Metrics["statements"]) =>
  ({ level, query, queryDurationMillis: ms }: LogEvent): void => {
    statements.observe({ outcome: level === "query" ? "done" : "failed" }, ms / 1_000);
    if (isTraced()) addStatement(query.sql, ms);
  };

const VERB = /^\s*(?:\/\*.*?\*\/\s*)?(\w+)/;

/** A span of a statement that has just ended, by its first word: others may hold names. */
function addStatement(text: string, ms: number): void {
  const end = new Date();
  const name = `database ${VERB.exec(text)?.[1]?.toUpperCase() ?? "statement"}`;
  addSpan(context.active(), { name, start: new Date(end.getTime() - ms), end });
}

/** Runs a command on the configuration's database; only warnings go to the screen. */
export async function withDatabase<T>(
  config: Config,
  tenancy: Tenancy,
  command: string,
  run: (db: Db) => Promise<T>,
): Promise<T> {
  const log = openLog({ ...config, logLevel: "warn" }, `swath ${command}`);
  const { db, close } = await openAppDatabase(config, tenancy, log);
  try {
    return await run(db);
  } finally {
    await close();
  }
}

/**
 * Opens the database that the configuration names, as the servers' role. The embedded one is brought
 * to the newest migration; another one must be there already (`swath migrate`).
 */
export async function openAppDatabase(
  config: Config,
  tenancy: Tenancy,
  log: Logger,
  watched?: Pick<Metrics, "statements"> & { readonly pools: PoolRegister },
): Promise<OpenDatabase> {
  const source = await sourceOf(config, tenancy, log);
  const onIdleError = (error: Error): void =>
    log.warn({ err: error }, "a database connection broke");
  const db = openDatabase(source.url, {
    onIdleError,
    ...(watched && {
      onQuery: counting(watched.statements),
      onPool: watched.pools.entry("main", source.url),
    }),
  });
  const close = async (): Promise<void> => {
    await Promise.race([db.destroy(), sleep(LAST_QUERIES_MS, undefined, { ref: false })]);
    await source.release();
  };
  try {
    await prepare(db, source, { log, release: config.release });
  } catch (error) {
    await close();
    throw error;
  }
  return { db, url: source.url, close };
}
