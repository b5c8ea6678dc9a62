import { randomBytes } from "node:crypto";
import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import { inject } from "vitest";
import { openDatabase, openPool } from "./connection.ts";
import type { Database, Db } from "./schema.ts";
import { EmptiedDatabase } from "./testing/emptied-database.ts";
import { LentPool } from "./testing/lent-pool.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of this test run. */
    postgresUrl: string;
    /** Its migrated database that every test's own is a copy of. */
    postgresTemplate: string;
  }
}

export interface TestDatabase {
  readonly db: Db;
  readonly url: string;
  /** Ends its connections, other programs' too; what was written in it is gone then. */
  readonly drop: () => Promise<void>;
}

/** A database of this worker, which one test or file has at a time. */
interface OwnDatabase {
  readonly name: string;
  readonly url: string;
  readonly pool: Pool;
  readonly sessions: Set<number>;
  readonly content: EmptiedDatabase;
}

const free: OwnDatabase[] = [];

async function administer(statement: string): Promise<void> {
  const admin = openDatabase(inject("postgresUrl"), { connections: 1 });
  try {
    await admin.executeQuery(CompiledQuery.raw(statement));
  } finally {
    await admin.destroy();
  }
}

/** A copy of the migrated template on the test run's PostgreSQL. */
async function newDatabase(): Promise<OwnDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  // As files: in half the time that a copy through the log takes, where nothing is synchronised.
  const template = inject("postgresTemplate");
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  const sessions = new Set<number>();
  const pool = openPool(url.href);
  // Nobody closes it: it ends with the worker.
  pool.options.allowExitOnIdle = true;
  pool.on("connect", (client) =>
    sessions.add((client as unknown as { processID: number }).processID),
  );
  const content = await EmptiedDatabase.open(url.href);
  return { name, url: url.href, pool, sessions, content };
}

/** Has it as it was at first, for the next test; one whose tables were changed is removed. */
async function giveBack(database: OwnDatabase): Promise<void> {
  if (await database.content.empty([...database.sessions])) {
    free.push(database);
    return;
  }
  await database.content.close();
  await database.pool.end();
  await administer(`DROP DATABASE ${database.name} WITH (FORCE)`);
}

/** A migrated database that nobody else uses until it is dropped. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const own = free.pop() ?? (await newDatabase());
  const pool = new LentPool(own.pool);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    url: own.url,
    drop: async () => {
      await db.destroy();
      // Kysely ends none that it never used.
      await pool.end();
      await giveBack(own);
    },
  };
}
