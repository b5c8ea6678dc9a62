import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, type JobStatus } from "@swath/contract/processing";
import { livingOf } from "./runners.ts";
import type { Stand } from "./stand.ts";

const POLL_MS = 500;
/** A job that is RUNNING must have a run that lives within so long. */
const MOST_WITHOUT_RUN_MS = 60_000;

interface FollowedJob {
  readonly id: string;
  readonly status: JobStatus;
  /** Its open submission. */
  readonly key: string | null;
}

/** Notes which jobs are RUNNING though no runner lives that executes them. */
export class RunWatch {
  readonly #stand: Stand;
  readonly #since = new Map<string, number>();
  readonly violations = new Set<string>();

  constructor(stand: Stand) {
    this.#stand = stand;
  }

  async see(jobs: readonly FollowedJob[], now = Date.now()): Promise<void> {
    const keys = jobs.flatMap(({ status, key }) => (status === "RUNNING" ? (key ?? []) : []));
    const living = await livingOf(this.#stand.place, keys);
    for (const { id, status, key } of jobs) {
      const lives = key !== null && living.has(key);
      if (status !== "RUNNING" || lives) this.#since.delete(id);
      else {
        const since = this.#since.get(id) ?? now;
        this.#since.set(id, since);
        if (now - since > MOST_WITHOUT_RUN_MS)
          this.violations.add(`${id} is RUNNING for over 60 s without a run that lives`);
      }
    }
  }
}

async function readJobs({ db }: Stand, processings: readonly string[]): Promise<FollowedJob[]> {
  return db
    .selectFrom("processing_jobs as j")
    .leftJoin("processing_runs as r", (join) =>
      join.onRef("r.job_id", "=", "j.id").on("r.state", "=", "active"),
    )
    .leftJoin("run_submissions as s", (join) =>
      join.onRef("s.run_id", "=", "r.id").on("s.state", "<>", "ended"),
    )
    .select(["j.id", "j.status", "s.key"])
    .where("j.processing_id", "in", processings)
    .execute();
}

async function isDue({ db }: Stand, processings: readonly string[]): Promise<boolean> {
  const due = await db
    .selectFrom("due_processings")
    .select("processing_id")
    .where("processing_id", "in", processings)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Follows the jobs of processings until none is active; answers those that were when time was up. */
export async function followJobs(
  stand: Stand,
  processings: readonly string[],
  watch: RunWatch,
  limit: () => number,
): Promise<readonly string[]> {
  let active: readonly FollowedJob[] = [];
  for (;;) {
    try {
      const jobs = await readJobs(stand, processings);
      await watch.see(jobs);
      active = jobs.filter(({ status }) => isRunning(status));
      if (active.length === 0 && !(await isDue(stand, processings))) return [];
    } catch {
      // PostgreSQL is away: what was read last holds.
    }
    if (Date.now() > limit()) return active.map(({ id, status }) => `${id} is still ${status}`);
    await sleep(POLL_MS);
  }
}
