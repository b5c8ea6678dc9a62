import { setTimeout as wait } from "node:timers/promises";
import type { Db, Trx } from "./schema.ts";
import { codeOf } from "../system.ts";

const DEADLOCK = "40P01";
const MOST_TRIES = 5;

/**
 * A transaction that begins again where the database ended it, because it and another waited for each
 * other's locks. What `work` does elsewhere than in the database must be the same when it is done again.
 */
export async function transactAgain<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || tries === MOST_TRIES) throw error;
      await wait(tries * 50 * Math.random());
    }
}
