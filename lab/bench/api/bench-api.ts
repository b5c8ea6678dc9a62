import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { FLIGHT_PAGE_SIZE } from "@swath/contract/flights";
import { prepareDatabase } from "../../../apps/server/src/app/prepare-database.ts";
import { openDatabase } from "../../../apps/server/src/platform/postgres/connection.ts";
import type { Database } from "../../../apps/server/src/platform/postgres/schema.ts";
import { openEmbeddedPostgres } from "../../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { tokenOf } from "../../../e2e/api.ts";
import {
  freePort,
  Process,
  ready,
  removeFolder,
  ROOT,
  temporaryFolder,
} from "../../../e2e/swath.ts";
import { type BenchedList, type Case, CASES, type CaseQuery } from "./cases.ts";
import { cpuSeconds, endedSeconds, sessionSeconds } from "./cpu.ts";
import { loadHttp, openCaller, type Target } from "./http-load.ts";
import { findPgbench, runPgbench } from "./pgbench.ts";
import { seedFailures } from "./failure-seed.ts";
import { FLIGHTS, seed } from "./seed.ts";
import { PROCESSING_CASES } from "./processing-cases.ts";
import { seedProcessings } from "./processing-seed.ts";
import { statementsOf } from "./statements.ts";
import { printCase, printHead, printWatched } from "./table.ts";
import { DASHBOARD_PAGES, FLIGHT_PAGES, watchPages } from "./viewers.ts";
import { median } from "../quantile.ts";

const LOAD = { connections: 8, seconds: 4 };
const WATCH_SECONDS = 30;
/** Of pages that are polled each half minute. */
const SLOW_WATCH_SECONDS = 90;
const FRESH_TIMES = 3;
/** Rows of pages of a size that the server does not cache: each call reaches the database. */
const UNREMEMBERED = String(FLIGHT_PAGE_SIZE + 1);
/** The load is one person's. */
const UNLIMITED = { SWATH_CALLS_OF_ADDRESS: "10000000", SWATH_CALLS_OF_PERSON: "10000000" };

interface CalledList {
  readonly path: string;
  /** What servers are notified on of its changes. */
  readonly channels: readonly string[];
  /** The parameter of its page's size. */
  readonly size: "pageSize" | "limit";
}
const CHANNELS = ["swath_processings"];
const LISTS: Readonly<Record<BenchedList, CalledList>> = {
  flights: { path: "/api/main/flights", channels: ["swath_flights"], size: "pageSize" },
  processings: { path: "/api/processing/processing", channels: CHANNELS, size: "pageSize" },
  terrainMapper: { path: "/api/terrain-mapper/processing", channels: CHANNELS, size: "limit" },
  // Its replies of every size are cached.
  failures: {
    path: "/api/processing/processing/failures",
    channels: ["swath_failures", "swath_processings"],
    size: "pageSize",
  },
};
const listOf = ({ list = "flights" }: Case): BenchedList => list;

const pathOf = (list: BenchedList, query: CaseQuery): string =>
  `${LISTS[list].path}?${new URLSearchParams(Object.entries(query)).toString()}`;

/** Median milliseconds of the first call after a change. */
async function freshCall(
  { target, admin }: Bench,
  list: BenchedList,
  path: string,
): Promise<number> {
  const { call, close } = openCaller(target, 1);
  const taken: number[] = [];
  for (let time = 0; time < FRESH_TIMES; time += 1) {
    for (const channel of LISTS[list].channels) await sql.raw(`NOTIFY ${channel}`).execute(admin);
    await new Promise((done) => setTimeout(done, 100));
    const begun = performance.now();
    await call(path);
    taken.push(performance.now() - begun);
  }
  close();
  return median(taken);
}

interface Bench {
  readonly url: string;
  readonly pgbench: string;
  readonly target: Target;
  readonly admin: Kysely<Database>;
  /** Seconds of processor time until now. */
  readonly cpu: () => Readonly<Record<"server" | "database" | "ended", number>>;
}

async function measure(bench: Bench, of: Case): Promise<void> {
  const { url, pgbench, target } = bench;
  const list = listOf(of);
  const paths = of.queries.map((query) => pathOf(list, query));
  const queries = of.queries.map((query) => ({ ...query, [LISTS[list].size]: UNREMEMBERED }));
  const statements = await Promise.all(queries.map((query) => statementsOf(url, list, query)));
  const fresh = await freshCall(bench, list, paths[0]!);
  const { call, close } = openCaller(target, 2);
  await Promise.all(paths.map((path) => call(path)));
  close();
  const remembered = await loadHttp(target, paths, LOAD);
  const unremembered = queries.map((query) => pathOf(list, query));
  const begun = bench.cpu();
  const server = await loadHttp(target, unremembered, LOAD);
  const loaded = bench.cpu();
  const peer = runPgbench(pgbench, url, statements, LOAD);
  const ended = bench.cpu();
  const each = 1_000 / (server.rate * LOAD.seconds);
  const cpu = {
    server: (loaded.server - begun.server) * each,
    database: (loaded.database - begun.database) * each,
    peer: ((ended.ended - loaded.ended) * 1_000) / (peer.rate * LOAD.seconds),
  };
  printCase({ name: of.name, server, peer, remembered, cpu, fresh });
}

async function benchCases(
  bench: Bench,
  serverPid: number,
  names: readonly string[],
): Promise<void> {
  const chosen = [...CASES, ...PROCESSING_CASES].filter(
    (of) => names.length === 0 || names.includes(of.name) || names.includes(listOf(of)),
  );
  printHead();
  for (const of of chosen) await measure(bench, of);
  if (names.length > 0 && !names.includes("viewers")) return;
  const { target, admin } = bench;
  const watch = { pid: serverPid, admin };
  const flights = { ...watch, pages: FLIGHT_PAGES, seconds: WATCH_SECONDS };
  printWatched(await watchPages(target, { ...flights, viewers: 0 }));
  printWatched(await watchPages(target, flights));
  const dashboards = { ...watch, pages: DASHBOARD_PAGES, seconds: SLOW_WATCH_SECONDS };
  printWatched(await watchPages(target, dashboards));
  const changes = LISTS.processings.channels;
  printWatched(await watchPages(target, { ...dashboards, changes }));
}

/**
 * `npm run bench -- api [case]…`; the flights are seeded once, below `lab/bench/results`: a million, or
 * `BENCH_FLIGHTS` with as many processings.
 */
export async function benchApi(words: readonly string[]): Promise<void> {
  const pgbench = findPgbench();
  const place = join(ROOT, `lab/bench/results/api-${FLIGHTS}`);
  mkdirSync(place, { recursive: true, mode: 0o711 });
  const postgres = await openEmbeddedPostgres({ dataFolder: place });
  const data = temporaryFolder("bench-api");
  const admin = openDatabase(postgres.ownerUrl, { connections: 4 });
  let server: Process | undefined;
  try {
    await seed(admin);
    await seedProcessings(admin);
    await seedFailures(admin);
    await prepareDatabase(postgres.ownerUrl, { url: postgres.serverUrl, makesRole: true });
    // Each run has a store and keys of its own, and no file is called for.
    await sql`DELETE FROM store_buckets`.execute(admin);
    await sql`DELETE FROM installation_keys`.execute(admin);
    const port = await freePort();
    const env = {
      DATABASE_URL: postgres.serverUrl,
      PORT: String(port),
      SWATH_DATA: data,
      SWATH_LOG_LEVEL: "warn",
      ...UNLIMITED,
    };
    server = new Process(["apps/server/src/main.ts", "serve"], env);
    const origin = `http://localhost:${port}`;
    await ready(origin, server);
    const target = { origin, token: tokenOf({ origin, env }, "crew") };
    const { pid } = server;
    const cpu = () => ({
      server: cpuSeconds(pid),
      database: sessionSeconds(postgres.folder),
      ended: endedSeconds(postgres.folder),
    });
    await benchCases({ url: postgres.ownerUrl, pgbench, target, admin, cpu }, pid, words);
  } finally {
    await server?.end();
    await admin.destroy();
    await postgres.stop();
    removeFolder(data);
  }
}
