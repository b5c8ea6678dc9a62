import { join } from "node:path";
import { sql } from "kysely";
import type { RunDeps } from "../../../apps/server/src/processing/processing-deps.ts";
import { openSubmissions } from "../../../apps/server/src/processing/orchestrate/open-work.ts";
import { createOrchestrator } from "../../../apps/server/src/processing/orchestrate/orchestrate.ts";
import { systemClock } from "../../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../../apps/server/src/platform/open-store.ts";
import { openDatabase } from "../../../apps/server/src/platform/postgres/connection.ts";
import { openEmbeddedPostgres } from "../../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "../../../apps/server/src/platform/postgres/migrate.ts";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";
import { removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { weighProcess } from "../../fuzz/process-weight.ts";
import type { Figure, Row } from "./row.ts";
import { type ActiveRuns, everythingRuns, seedRuns } from "./active-runs.ts";

const TASKS = 10_000;
const CASES: readonly ActiveRuns[] = [
  { runs: 10, tasksEach: TASKS / 10 },
  { runs: 100, tasksEach: TASKS / 100 },
  { runs: TASKS, tasksEach: 1 },
];
const SWEEPS = 20;
/** A server sweeps no more often than this where sweeps cost anything, s. */
const EVERY_S = 2;
const MAX_MS = 200;
const MAX_CORES = 0.2;

/** Processor time of this process and of the database's processes that serve it, ms. */
async function cpuMs(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database()`.execute(db);
  const { user, system } = process.cpuUsage();
  const served = rows.map(({ pid }) => weighProcess(pid)?.cpuMs ?? 0);
  return (user + system) / 1_000 + served.reduce((sum, ms) => sum + ms, 0);
}

async function measure(db: Db, turn: () => Promise<unknown>) {
  for (let warm = 0; warm < 3; warm += 1) await turn();
  const taken: number[] = [];
  const before = await cpuMs(db);
  for (let time = 0; time < SWEEPS; time += 1) {
    const begun = performance.now();
    await turn();
    taken.push(performance.now() - begun);
  }
  const cpu = ((await cpuMs(db)) - before) / SWEEPS;
  taken.sort((a, b) => a - b);
  return { median: taken[Math.floor(SWEEPS / 2)]!, worst: taken.at(-1)!, cpu };
}

type Measured = Awaited<ReturnType<typeof measure>>;

const inWords = ({ median, worst, cpu }: Measured): string =>
  `${median.toFixed(0)} ms (worst ${worst.toFixed(0)}), ${coresOf(cpu).toFixed(3)} cores`;
const coresOf = (cpu: number): number => cpu / 1_000 / EVERY_S;

async function benchCase(deps: RunDeps, active: ActiveRuns): Promise<Figure> {
  await seedRuns(deps.db, deps.spool, active);
  const orchestrator = createOrchestrator(deps);
  const swept = await measure(deps.db, () => orchestrator.pass());
  const query = await measure(deps.db, () => openSubmissions(deps.db));
  return {
    what: `${active.runs} runs of ${active.tasksEach} tasks`,
    measured: inWords(swept),
    peer: `its query ${query.median.toFixed(0)} ms`,
    bound: `≤ ${MAX_MS}, ${MAX_CORES}`,
    held: swept.median <= MAX_MS && coresOf(swept.cpu) <= MAX_CORES,
  };
}

async function measureSweeps(): Promise<Figure[]> {
  const [folder, database] = [temporaryFolder("sweep"), temporaryFolder("postgres")];
  const postgres = await openEmbeddedPostgres({ dataFolder: database });
  const db = openDatabase(postgres.ownerUrl);
  try {
    await migrate(db);
    const options = { kind: "file", dataFolder: folder, publicUrl: "" } as const;
    const deps: RunDeps = {
      db,
      store: await openObjectStore(options, systemClock),
      buckets: {} as RunDeps["buckets"],
      engine: everythingRuns,
      catalogue: { stages: new Map(), templates: new Map() },
      templates: new Map(),
      records: {} as RunDeps["records"],
      spool: join(folder, "runs"),
      storeAccess: "{}",
      programs: { node: "", stages: "", grids: "" },
      clock: systemClock,
      onProblem: ({ error }) => {
        throw error;
      },
    };
    const figures: Figure[] = [];
    for (const active of CASES) figures.push(await benchCase(deps, active));
    return figures;
  } finally {
    await db.destroy();
    await postgres.stop();
    removeFolder(folder);
    removeFolder(database);
  }
}

/** One sweep of 10,000 tasks that run, by few and by many runs. */
export const sweepRow: Row = {
  about: `one sweep of ${TASKS} active tasks; processor time with the database's, every ${EVERY_S} s`,
  measure: measureSweeps,
};
