import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { Database } from "../../apps/server/src/platform/postgres/schema.ts";
import { cpuSeconds } from "./cpu.ts";
import { figuresOf } from "./figures.ts";
import { openCaller, type Target } from "./http-load.ts";

/** How often a page of the web app asks (document 1, section 9). */
const POLL_FAST_MS = 5_000;

const VIEWERS = 200;

async function transactions(admin: Kysely<Database>): Promise<number> {
  // A session reports its counts at its end or when it is idle.
  await sleep(1_500);
  const found = await sql<{ n: number }>`SELECT xact_commit + xact_rollback AS n
    FROM pg_stat_database WHERE datname = current_database()`.execute(admin);
  return Number(found.rows[0]?.n);
}

export interface Watched {
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

/** Viewers who each look at a page of the first twenty and poll it as the portal does; `viewers` may be none. */
export async function watchPages(
  target: Target,
  {
    pid,
    admin,
    seconds,
    viewers = VIEWERS,
  }: {
    readonly pid: number;
    readonly admin: Kysely<Database>;
    readonly seconds: number;
    readonly viewers?: number;
  },
): Promise<Watched> {
  const { call, close } = openCaller(target, 20);
  const taken: number[] = [];
  let unchanged = 0;
  const paths = Array.from({ length: viewers }, (_, n) => `/api/main/flights?page=${1 + (n % 20)}`);
  const tags = new Map<string, string | undefined>();
  for (const path of new Set(paths)) tags.set(path, (await call(path)).tag);
  const before = { cpu: cpuSeconds(pid), transactions: await transactions(admin) };
  const started = performance.now();
  const until = started + seconds * 1_000;
  const view = async (path: string, index: number): Promise<void> => {
    await sleep((index * POLL_FAST_MS) / viewers);
    while (performance.now() < until) {
      const begun = performance.now();
      const { status, tag } = await call(path, tags.get(path));
      taken.push(performance.now() - begun);
      if (status === 304) unchanged += 1;
      tags.set(path, tag);
      await sleep(POLL_FAST_MS);
    }
  };
  await Promise.all([...paths.map(view), sleep(seconds * 1_000)]);
  const past = (performance.now() - started) / 1_000;
  const cores = (cpuSeconds(pid) - before.cpu) / past;
  close();
  const count = (await transactions(admin)) - before.transactions;
  return {
    viewers,
    seconds: past,
    cores,
    unchanged,
    polls: taken.length,
    p99: figuresOf(taken, past).p99,
    transactions: count / past,
  };
}
