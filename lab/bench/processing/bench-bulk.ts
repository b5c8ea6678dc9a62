import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { BulkAction, BulkScope } from "@swath/contract/processing";
import type { KnownTemplates } from "../../../apps/server/src/domain/processing/known-templates.ts";
import { actOnJob } from "../../../apps/server/src/processing/actions/act-on-job.ts";
import { actInBulk } from "../../../apps/server/src/processing/bulk/act-in-bulk.ts";
import type { BulkContext } from "../../../apps/server/src/processing/bulk/bulk-context.ts";
import { previewBulk } from "../../../apps/server/src/processing/bulk/preview-bulk.ts";
import { openDatabase } from "../../../apps/server/src/platform/postgres/connection.ts";
import { openEmbeddedPostgres } from "../../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "../../../apps/server/src/platform/postgres/migrate.ts";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";
import { removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { weighProcess } from "../../fuzz/process-weight.ts";
import type { Figure, Row } from "./row.ts";

const ROWS = 1_000;
/** Records in the database, of which so many are acted on. */
const RECORDS = 20_000;
const STAGES = ["PI1", "ICP1", "ICP2", "DEM1"];
const MAX_MS = 2_000;

const templates: KnownTemplates = new Map([
  [
    "Bench",
    {
      name: "Bench",
      area: "ip" as const,
      uploads: [],
      locked: false,
      jobs: STAGES.map((name, place) => ({
        name,
        label: name,
        area: "stage" as const,
        requireQA: true,
        readsCalibration: false,
        readsInstruction: false,
        allow: ["ignore" as const],
        needs: place === 0 ? [] : [STAGES[place - 1]!],
      })),
    },
  ],
]);

const caller: BulkContext["caller"] = {
  identity: {
    subject: "bench",
    name: "Bench",
    givenName: "Ada",
    familyName: "Bench",
    email: "bench@example.org",
    roles: ["base", "resubmit"],
  },
  from: { address: "192.0.2.1", requestId: "bench" },
};

async function seed(db: Db): Promise<void> {
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  const numbers = sql`generate_series(1, ${RECORDS}) AS n`;
  await sql`INSERT INTO flights (flight_id, dates, latest_date, date_span, aircraft,
      departure_timezone, document_major_version, types)
    SELECT 'FL' || n, '{}', '-infinity', 'empty', 'VH-AAA', 'UTC', 4.2, '{}' FROM ${numbers}`.execute(
    db,
  );
  await sql`INSERT INTO processings (id, guid, area, flight_id, sensor_id, template,
      document_major_version, waits_on, to_start)
    SELECT lpad(n::text, 24, '0'), n, 'ip', 'FL' || n, 'SL' || n, 'Bench', 4.2, NULL, false
    FROM ${numbers}`.execute(db);
  await sql`INSERT INTO processing_jobs (id, processing_id, area, name, label, position, status,
      require_qa, allow)
    SELECT n || '.' || place, lpad(n::text, 24, '0'), 'stage', name, name, place, 'COMPLETED', true,
      '{ignore}'
    FROM ${numbers}, unnest(${STAGES}::text[]) WITH ORDINALITY AS stages (name, place)`.execute(db);
  await sql`ANALYZE`.execute(db);
}

const idOf = (n: number): string => String(n).padStart(24, "0");
const idsFrom = (first: number): string[] =>
  Array.from({ length: ROWS }, (_, n) => idOf(first + n));
const targetsOf = (ids: readonly string[]): BulkScope => ({
  targets: ids.map((processingId) => ({ processingId, job: "PI1" })),
});

/** Time on the wall, and of processors: this process and the database's that serve it; ms. */
async function timed(db: Db, act: () => Promise<void>): Promise<{ wall: number; cpu: number }> {
  const { rows } = await sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database()`.execute(db);
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage();
    const served = rows.map(({ pid }) => weighProcess(pid)?.cpuMs ?? 0);
    return (user + system) / 1_000 + served.reduce((sum, ms) => sum + ms, 0);
  };
  const [before, began] = [cpuMs(), performance.now()];
  await act();
  return { wall: performance.now() - began, cpu: cpuMs() - before };
}

const inWords = ({ wall, cpu }: { wall: number; cpu: number }): string =>
  `${(wall / 1_000).toFixed(2)} s, ${(cpu / 1_000).toFixed(2)} CPU s`;

async function measureAction(
  db: Db,
  action: Extract<BulkAction, "completeQA" | "markIgnored" | "resubmit">,
  first: number,
): Promise<Figure> {
  const context: BulkContext = { db, templates, requireReason: false, action, caller };
  const on = targetsOf(idsFrom(first));
  const { key } = await previewBulk(context, { action, on });
  const bulk = await timed(db, async () => {
    const { done } = await actInBulk(context, { key, action, on });
    if (done !== ROWS) throw new Error(`${done} of ${ROWS} were done`);
  });
  const single = await timed(db, async () => {
    for (const processingId of idsFrom(first + ROWS))
      await actOnJob(
        { db, templates, requireReason: false },
        { processingId, job: "PI1", action },
        { ...caller, updated: undefined },
      );
  });
  return {
    what: `${action}, ${ROWS} rows: ${(single.cpu / bulk.cpu).toFixed(1)}× less`,
    measured: inWords(bulk),
    peer: `single calls ${inWords(single)}`,
    bound: `< ${MAX_MS / 1_000} s`,
    held: bulk.wall < MAX_MS,
  };
}

async function measureBulks(): Promise<Figure[]> {
  const folder = temporaryFolder("postgres");
  const postgres = await openEmbeddedPostgres({ dataFolder: folder });
  const db = openDatabase(postgres.ownerUrl);
  try {
    await migrate(db);
    await seed(db);
    // Plans and code are warm.
    await measureAction(db, "markIgnored", 1);
    const figures = [
      await measureAction(db, "completeQA", 2 * ROWS + 1),
      await measureAction(db, "resubmit", 4 * ROWS + 1),
    ];
    const context: BulkContext = {
      db,
      templates,
      requireReason: false,
      action: "completeQA",
      caller,
    };
    const on = targetsOf(idsFrom(6 * ROWS + 1));
    const preview = await timed(db, async () => {
      await previewBulk(context, { action: "completeQA", on });
      await actInBulk(context, { key: randomUUID(), action: "completeQA", on });
    });
    return [...figures, { what: "preview, and a call without one", measured: inWords(preview) }];
  } finally {
    await db.destroy();
    await postgres.stop();
    removeFolder(folder);
  }
}

/** One action on 1,000 processings, in one call and in 1,000; calls without HTTP. */
export const bulkRow: Row = {
  about: `an action on ${ROWS} of ${RECORDS} processings in one call, beside ${ROWS} single ones, without HTTP`,
  measure: measureBulks,
};
