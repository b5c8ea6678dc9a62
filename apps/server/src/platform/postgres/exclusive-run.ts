import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { systemTimers, type Timers } from "../clock/clock.ts";
import type { Db } from "./schema.ts";

/** No longer than a job's heartbeat: when a killed worker's job is taken over, its lease has expired. */
const LEASE_MS = 10_000;

export interface ExclusiveRun {
  /** Of processes that run the same name, one at a time does. */
  readonly name: string;
  /** Aborts the run from outside. */
  readonly signal: AbortSignal;
  /** How long a lease lasts that is not renewed; 10,000 ms by default. */
  readonly leaseMs?: number;
  /** What the lease is timed by; the system's where it is left out. */
  readonly timers?: Timers;
}

/** A run's lease was not renewed in time: the database was away, or this process stood still. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

interface Lease {
  readonly name: string;
  readonly holder: string;
  readonly leaseMs: number;
}

const expiry = (leaseMs: number) =>
  sql<Date>`clock_timestamp() + ${leaseMs} * interval '1 millisecond'`;

async function acquire(db: Db, { name, holder, leaseMs }: Lease): Promise<boolean> {
  const values = { holder, expires: expiry(leaseMs) };
  const acquired = await db
    .insertInto("exclusive_runs")
    .values({ name, ...values })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet(values)
        .where("exclusive_runs.expires", "<", sql<Date>`clock_timestamp()`),
    )
    .executeTakeFirst();
  return acquired.numInsertedOrUpdatedRows === 1n;
}

async function renew(db: Db, { name, holder, leaseMs }: Lease): Promise<boolean> {
  const renewed = await db
    .updateTable("exclusive_runs")
    .set({ expires: expiry(leaseMs) })
    .where("name", "=", name)
    .where("holder", "=", holder)
    .executeTakeFirst();
  return renewed.numUpdatedRows === 1n;
}

async function release(db: Db, { name, holder }: Lease): Promise<void> {
  await db
    .deleteFrom("exclusive_runs")
    .where("name", "=", name)
    .where("holder", "=", holder)
    .execute();
}

/** Renews a lease until the run ends; returns early where the lease is, or may be, another's. */
async function keepRenewing(
  db: Db,
  lease: Lease,
  ended: AbortSignal,
  timers: Timers,
): Promise<void> {
  let renewed = timers.now();
  while (!ended.aborted) {
    await timers.wait(lease.leaseMs / 4, ended);
    if (ended.aborted) return;
    const begun = timers.now();
    const left = Math.max(renewed + lease.leaseMs - begun, lease.leaseMs / 4);
    const held = await Promise.race([
      renew(db, lease).catch(() => undefined),
      // A database that is cut off answers nothing at all.
      timers.wait(left, ended),
    ]);
    if (held === false) return;
    if (held === true) renewed = begun;
    // A database that is away may be back before the lease expires.
    else if (timers.now() >= renewed + lease.leaseMs) return;
  }
}

/**
 * Runs a task while no other process runs one of the same name; answers false where one does. The lease is a
 * row that is renewed as long as the process lives, so that no connection is held meanwhile and a
 * killed process is succeeded after {@link LEASE_MS}. The task's signal aborts where the lease is lost.
 */
export async function tryExclusively(
  db: Db,
  { name, signal, leaseMs = LEASE_MS, timers = systemTimers }: ExclusiveRun,
  task: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lease = { name, leaseMs, holder: randomUUID() };
  if (!(await acquire(db, lease))) return false;
  const [ended, lost] = [new AbortController(), new AbortController()];
  const renewing = keepRenewing(db, lease, ended.signal, timers).finally(() => {
    if (!ended.signal.aborted) lost.abort(new LeaseLost(`another process may run: ${name}`));
  });
  try {
    await task(AbortSignal.any([signal, lost.signal]));
  } finally {
    ended.abort();
    await renewing;
    // What is not released expires.
    await release(db, lease).catch(() => {});
  }
  return true;
}

/** As {@link tryExclusively}; throws where another process runs one of the same name. */
export async function runExclusively(
  db: Db,
  run: ExclusiveRun,
  task: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!(await tryExclusively(db, run, task))) throw new Error(`another process runs: ${run.name}`);
}
