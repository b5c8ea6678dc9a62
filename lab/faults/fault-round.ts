import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../fuzz/chance.ts";
import { followJobs, RunWatch } from "./follow-jobs.ts";
import type { FaultKind, Planted } from "./kinds/fault-kind.ts";
import type { Stand } from "./stand.ts";
import { verifyRecords } from "./verify-records.ts";
import { orderJob } from "../../apps/server/src/processing/records/order-jobs.ts";
import { FLIGHT, seedProcessing } from "../../apps/server/src/processing/testing/seed-records.ts";
import { STAGE_NAMES } from "./stages.ts";

const ACTOR = { subject: "crew", name: "Casey Crew" };

/** Orders the first job of a processing, or another attempt of it; jobs after it that never ran follow. */
async function orderFirst({ db }: Stand, processing: string): Promise<void> {
  const job = await db
    .selectFrom("processing_jobs")
    .selectAll()
    .where("id", "=", `${processing}-${STAGE_NAMES[0]}`)
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (trx) => {
    const ordered = await orderJob(trx, job, {}, { actor: ACTOR, flightId: FLIGHT });
    if (!ordered.ok) throw new Error(`${job.id} cannot be ordered: ${ordered.reason}`);
  });
}

/** A processing whose first job is ordered. */
async function plantLoad(stand: Stand): Promise<string> {
  const processing = await seedProcessing(stand.db, STAGE_NAMES);
  await orderFirst(stand, processing);
  return processing;
}

const PROCESSINGS = 2;
const MOST_AT_ONCE = 3;
const MOST_DELAY_MS = 5_000;
/** After the last fault is over, every job has ended by then. */
const MOST_AFTER_MS = 150_000;
const TAKE_OVER_MS = 15_000;
const KEY = /^swath-(.*)-\d+$/;

export interface RoundOutcome {
  readonly faults: readonly (Planted & { readonly kind: string; readonly delayMs: number })[];
  readonly seconds: number;
  readonly violations: readonly string[];
  readonly processings: readonly string[];
}

/** The processings of submissions that a fault touched. */
async function processingsOf({ db }: Stand, keys: readonly string[]): Promise<string[]> {
  const runs = keys.flatMap((key) => KEY.exec(key)?.[1] ?? []);
  if (runs.length === 0) return [];
  const rows = await db
    .selectFrom("processing_runs as r")
    .innerJoin("processing_jobs as j", "j.id", "r.job_id")
    .select("j.processing_id")
    .where("r.id", "in", runs)
    .execute();
  return rows.map(({ processing_id }) => processing_id);
}

async function touchedBy(
  stand: Stand,
  faults: readonly Planted[],
  processings: readonly string[],
): Promise<Set<string>> {
  if (faults.some(({ touches }) => touches === "all")) return new Set(processings);
  const keys = faults.flatMap(({ touches }) => (touches === "all" ? [] : touches));
  return new Set(await processingsOf(stand, keys));
}

/** Of kinds one each: two faults of a kind would undo each other. */
function choose(kinds: readonly FaultKind[], chance: Chance, take: (count: number) => number) {
  const left = [...kinds];
  const count = take(Math.min(1 + chance.below(MOST_AT_ONCE), left.length));
  return Array.from({ length: count }, () => {
    const [kind] = left.splice(chance.below(left.length), 1);
    // Its own source: how long another fault takes changes none of its choices.
    return { kind: kind!, delayMs: chance.below(MOST_DELAY_MS), seed: chance.below(2 ** 31) };
  });
}

/** Plants processings, one to three faults at random moments, and follows everything to its end. */
export async function faultRound(
  stand: Stand,
  options: {
    readonly kinds: readonly FaultKind[];
    readonly chance: Chance;
    readonly chanceOf: (seed: number) => Chance;
    /** Of faults, how many; it may take fewer. */
    readonly take: (count: number) => number;
    /** A processing of an earlier round whose jobs completed; it gets another attempt. */
    readonly again: string | undefined;
    /** Processings whose jobs may have failed: those of earlier rounds, and what this one adds. */
    readonly touched: Set<string>;
  },
): Promise<RoundOutcome> {
  const begun = Date.now();
  const { kinds, chance, chanceOf, take, again, touched } = options;
  const processings = again === undefined ? [] : [again];
  if (again !== undefined) await orderFirst(stand, again);
  while (processings.length < PROCESSINGS) processings.push(await plantLoad(stand));
  const watch = new RunWatch(stand);
  let limit = Infinity;
  const followed = followJobs(stand, processings, watch, () => limit);
  const faults = await Promise.all(
    choose(kinds, chance, take).map(async ({ kind, delayMs, seed }) => {
      await sleep(delayMs);
      const planted = await kind.plant(stand, chanceOf(seed));
      return Object.assign({ kind: kind.name, delayMs }, planted);
    }),
  ).catch((error: unknown) => {
    limit = 0;
    throw error;
  });
  limit = Date.now() + MOST_AFTER_MS;
  const lost = await followed;
  for (const each of await touchedBy(stand, faults, processings)) touched.add(each);
  const isDelayed = faults.some(({ kind }) => kinds.find(({ name }) => name === kind)?.delays);
  const late = faults.filter(({ takeOverMs = 0 }) => !isDelayed && takeOverMs > TAKE_OVER_MS);
  const violations = [
    ...lost,
    ...watch.violations,
    ...faults.flatMap(({ violation = [] }) => violation),
    ...late.map(({ what, takeOverMs }) => `${what}: taken over after ${takeOverMs} ms`),
    ...(await verifyRecords(stand, processings, touched)),
    ...stand.servers.unexpectedEnds.splice(0),
  ];
  return { faults, seconds: (Date.now() - begun) / 1_000, violations, processings };
}
