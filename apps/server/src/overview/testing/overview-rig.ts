import { CompiledQuery, sql } from "kysely";
import type { Identity } from "@swath/contract/identity";
import { endpoints } from "@swath/contract/endpoints";
import { recordServe } from "../../platform/http/testing/recorded-serve.ts";
import { createTestDatabase } from "../../platform/postgres/testing.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { serveOverview } from "../overview.routes.ts";
import { NOW, seedFlight, type SeededFlight } from "./seed-flights.ts";

/** The plans of statements, where no table may be read whole. */
async function explain(db: Db, statements: readonly CompiledQuery[]): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(trx);
    const plans: string[] = [];
    for (const { sql: text, parameters } of statements) {
      const plan = CompiledQuery.raw(`EXPLAIN ${text}`, [...parameters]);
      const { rows } = await trx.executeQuery<{ "QUERY PLAN": string }>(plan);
      plans.push(...rows.map((row) => row["QUERY PLAN"]));
    }
    return plans.join("\n");
  });
}

/** Flights with uploads and processings, and the overview of them, at 2026-11-20 12:00 UTC. */
export async function overviewRig() {
  const database = await createTestDatabase();
  const { db } = database;
  let served = recordServe();
  let ticks = 0;
  /** Begins with an empty memory, as another process would. */
  const forget = (): void => {
    served = recordServe();
    const deps = { db, clock: () => new Date(NOW), now: () => ticks };
    serveOverview(served.serve, deps);
  };
  forget();
  await sql`INSERT INTO aircraft VALUES ('VH-AAA', 'FixedWing')`.execute(db);
  let flights = 0;

  return {
    db,
    /** Seeds a flight of one sensor log; answers its identifier. */
    seed: (of: SeededFlight): Promise<string> => seedFlight(db, (flights += 1), of),
    /** Lets so many milliseconds pass. */
    pass: (ms: number): void => void (ticks += ms),
    overviewOf: async (identity: Identity) =>
      (await served.ask(endpoints.readOverview, { identity })).reply,
    empty: async (): Promise<void> => {
      await sql`TRUNCATE flights, projects, project_holds,
        failure_counts, failure_count_changes CASCADE`.execute(db);
      flights = 0;
      forget();
    },
    /** The plans of all statements of a call, where no table may be read whole. */
    plansOf: async (identity: Identity): Promise<string> => {
      const statements: CompiledQuery[] = [];
      const noted = db.withPlugin({
        transformQuery: ({ node, queryId }) => {
          statements.push(db.getExecutor().compileQuery(node, queryId));
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const { serve, ask } = recordServe();
      serveOverview(serve, { db: noted, clock: () => new Date(NOW), now: () => ticks });
      await ask(endpoints.readOverview, { identity });
      return explain(db, statements);
    },
    drop: () => database.drop(),
  };
}
