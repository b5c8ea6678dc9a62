import { hostname } from "node:os";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** What a process does: answers calls, works, or both. */
export interface ProcessFacts {
  readonly serves: boolean;
  readonly works: boolean;
  readonly release: string;
}

const RENEW_MS = 10_000;
/** A process that was not heard of for so long has ended, or is cut off. */
const SILENT_SECONDS = 45;

export interface Registered {
  readonly stop: () => Promise<void>;
}

export interface RegisterOptions {
  readonly every: (run: () => void, ms: number) => () => void;
  readonly onProblem: (error: unknown) => void;
}

/** Enters this process in the register, and keeps it there until it stops. */
export async function registerProcess(
  db: Db,
  { serves, works, release }: ProcessFacts,
  { every, onProblem }: RegisterOptions,
): Promise<Registered> {
  const enter = () =>
    db
      .insertInto("processes")
      .values({ serves, works, host: hostname(), pid: process.pid, release })
      .returning("id")
      .executeTakeFirstOrThrow();
  let { id } = await enter();
  const renew = async (): Promise<void> => {
    const { numUpdatedRows } = await db
      .updateTable("processes")
      .set({ seen: sql<Date>`now()` })
      .where("id", "=", id)
      .executeTakeFirst();
    // It was taken for ended while it was cut off.
    if (numUpdatedRows === 0n) ({ id } = await enter());
    await db
      .deleteFrom("processes")
      .where("seen", "<", sql<Date>`now() - interval '1 day'`)
      .execute();
  };
  const end = every(() => void renew().catch(onProblem), RENEW_MS);
  return {
    stop: async () => {
      end();
      await db.deleteFrom("processes").where("id", "=", id).execute().catch(onProblem);
    },
  };
}

/** A process that lives. */
export interface LivingProcess extends ProcessFacts {
  readonly host: string;
  readonly pid: number;
  readonly started: Date;
}

/** The processes that live, the oldest first. */
export const livingProcesses = (db: Db): Promise<LivingProcess[]> =>
  db
    .selectFrom("processes")
    .select(["serves", "works", "host", "pid", "release", "started"])
    .where("seen", ">", sql<Date>`now() - ${SILENT_SECONDS} * interval '1 second'`)
    .orderBy("started")
    .execute();

/** How many workers live. */
export const livingWorkers = async (db: Db): Promise<number> =>
  (await livingProcesses(db)).filter(({ works }) => works).length;

/** When a worker was last heard of; undefined where none was within a day. */
export async function lastWorker(db: Db): Promise<{ seen: Date; lives: boolean } | undefined> {
  const lives = sql<boolean>`max(seen) > now() - ${SILENT_SECONDS} * interval '1 second'`;
  const { seen, lives: does } = await db
    .selectFrom("processes")
    .select([(of) => of.fn.max("seen").as("seen"), lives.as("lives")])
    .where("works", "=", true)
    .executeTakeFirstOrThrow();
  return seen === null ? undefined : { seen, lives: does };
}
