import { statfs } from "node:fs/promises";
import type { SystemCheck } from "@swath/contract/operations";
import { sql } from "kysely";
import type { Clock } from "../platform/clock/clock.ts";
import type { Check } from "../platform/health/health.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import { tooNewSchema } from "../platform/postgres/schema-requirements.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { lastWorker } from "../domain/processes/process-register.ts";

export interface CheckedParts {
  readonly db: Db;
  readonly store: Pick<ObjectStore, "ping" | "freeBytes">;
  readonly clock: Clock;
  readonly release: string;
  readonly dataFolder: string;
  /** Bytes that a disk should have free. */
  readonly reserveBytes: number;
}

/** Forms and tokens hold for minutes: so far a clock may be off. */
const MOST_CLOCK_SECONDS = 5;

const essential = (look: Check["look"]): Check => ({ look, isEssential: true });
const useful = (look: Check["look"]): Check => ({ look, isEssential: false });

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

async function workerFault(db: Db): Promise<string | undefined> {
  const worker = await lastWorker(db);
  if (worker === undefined) return "no worker has run for a day";
  if (worker.lives) return undefined;
  return `no worker runs; the last one was heard of at ${minuteOf(worker.seen)}`;
}

/** How far a clock is from the database's, in seconds; positive where it is ahead. */
export async function clockOffset(db: Db, clock: Clock): Promise<number> {
  const before = clock().getTime();
  const { rows } = await sql<{ ms: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(db);
  const after = clock().getTime();
  return ((before + after) / 2 - (rows[0]?.ms ?? 0)) / 1_000;
}

async function clockFault({ db, clock }: CheckedParts): Promise<string | undefined> {
  const seconds = await clockOffset(db, clock);
  if (Math.abs(seconds) <= MOST_CLOCK_SECONDS) return undefined;
  const side = seconds > 0 ? "ahead of" : "behind";
  return `this machine's clock is ${Math.abs(seconds).toFixed(0)} s ${side} the database's`;
}

export async function freeOfFolder(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const short = (what: string, free: number, reserve: number): string | undefined =>
  free >= reserve
    ? undefined
    : `${what} has ${gigabytes(free)} free, less than the ${gigabytes(reserve)} to be kept`;

async function storeRoomFault({ store, reserveBytes }: CheckedParts): Promise<string | undefined> {
  const free = await store.freeBytes();
  return free === undefined ? undefined : short("the store", free, reserveBytes);
}

/**
 * What a server depends on:
 *
 * operations/H1 it is not ready without the database, a schema that it works with, and the store;
 * operations/H2 without a living worker, with a disk under its reserve, or with a clock that is off it
 *   answers calls, and says what is not done.
 */
export function checksOf(parts: CheckedParts): Readonly<Record<SystemCheck, Check>> {
  const { db, store, release, dataFolder, reserveBytes } = parts;
  return {
    database: essential(async () => {
      await sql`SELECT 1`.execute(db);
      return undefined;
    }),
    schema: essential(() => tooNewSchema(db, release)),
    store: essential(async () => {
      await store.ping();
      return undefined;
    }),
    worker: useful(() => workerFault(db)),
    room: useful(() => storeRoomFault(parts)),
    disk: useful(async () =>
      short("the disk of the data folder", await freeOfFolder(dataFolder), reserveBytes),
    ),
    clock: useful(() => clockFault(parts)),
  };
}
