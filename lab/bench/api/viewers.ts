import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { Database } from "../../../apps/server/src/platform/postgres/schema.ts";
import { cpuSeconds } from "./cpu.ts";
import { figuresOf } from "./figures.ts";
import { openCaller, type Target } from "./http-load.ts";

const VIEWERS = 200;
const PAGES = 20;

/** Pages that are looked at, and how often each is polled (document 1, section 9). */
interface WatchedPages {
  readonly name: string;
  readonly paths: readonly string[];
  readonly pollMs: number;
}

const pagesOf = (path: string): string[] =>
  Array.from({ length: PAGES }, (_, n) => `${path}page=${1 + n}`);

export const FLIGHT_PAGES: WatchedPages = {
  name: "the flight list",
  paths: pagesOf("/api/main/flights?"),
  pollMs: 5_000,
};

const TERRAIN_MAPPER_PAGES = pagesOf("/api/terrain-mapper/processing?limit=10&");
/** Those of both dashboards in turn. */
export const DASHBOARD_PAGES: WatchedPages = {
  name: "both dashboards",
  paths: pagesOf("/api/processing/processing?pageSize=10&").flatMap((path, n) => [
    path,
    TERRAIN_MAPPER_PAGES[n]!,
  ]),
  pollMs: 30_000,
};

async function transactions(admin: Kysely<Database>): Promise<number> {
  // A session reports its counts at its end or when it is idle.
  await sleep(1_500);
  const found = await sql<{ n: number }>`SELECT xact_commit + xact_rollback AS n
    FROM pg_stat_database WHERE datname = current_database()`.execute(admin);
  return Number(found.rows[0]?.n);
}

export interface Watched {
  readonly name: string;
  readonly viewers: number;
  readonly seconds: number;
  /** Processor cores that the server used. */
  readonly cores: number;
  readonly unchanged: number;
  readonly polls: number;
  readonly p99: number;
  /** Transactions a second of the whole program, its background work included. */
  readonly transactions: number;
}

interface Watch {
  readonly pid: number;
  readonly admin: Kysely<Database>;
  readonly seconds: number;
  readonly pages: WatchedPages;
  readonly viewers?: number;
  /** What servers are notified on once a second meanwhile, as of a change. */
  readonly changes?: readonly string[];
}

/** Viewers who each look at one of the pages and poll it as the portal does; `viewers` may be none. */
export async function watchPages(
  target: Target,
  { pid, admin, seconds, pages, viewers = VIEWERS, changes = [] }: Watch,
): Promise<Watched> {
  const { call, close } = openCaller(target, 20);
  const taken: number[] = [];
  let unchanged = 0;
  const paths = Array.from({ length: viewers }, (_, n) => pages.paths[n % pages.paths.length]!);
  const tags = new Map<string, string | undefined>();
  for (const path of new Set(paths)) tags.set(path, (await call(path)).tag);
  const before = { cpu: cpuSeconds(pid), transactions: await transactions(admin) };
  const started = performance.now();
  const until = started + seconds * 1_000;
  const view = async (path: string, index: number): Promise<void> => {
    await sleep((index * pages.pollMs) / viewers);
    while (performance.now() < until) {
      const begun = performance.now();
      const { status, tag } = await call(path, tags.get(path));
      taken.push(performance.now() - begun);
      if (status === 304) unchanged += 1;
      tags.set(path, tag);
      await sleep(Math.min(pages.pollMs, Math.max(0, until - performance.now())));
    }
  };
  const change = async (): Promise<void> => {
    while (changes.length > 0 && performance.now() < until) {
      for (const channel of changes) await sql.raw(`NOTIFY ${channel}`).execute(admin);
      await sleep(1_000);
    }
  };
  await Promise.all([...paths.map(view), change(), sleep(seconds * 1_000)]);
  const past = (performance.now() - started) / 1_000;
  const cores = (cpuSeconds(pid) - before.cpu) / past;
  close();
  const count = (await transactions(admin)) - before.transactions;
  return {
    name: changes.length > 0 ? `${pages.name}, a change each second` : pages.name,
    viewers,
    seconds: past,
    cores,
    unchanged,
    polls: taken.length,
    p99: figuresOf(taken, past).p99,
    transactions: count / past,
  };
}
