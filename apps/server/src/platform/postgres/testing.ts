import { randomBytes } from "node:crypto";
import { CompiledQuery } from "kysely";
import { inject } from "vitest";
import { openDatabase } from "./connection.ts";
import type { Db } from "./schema.ts";

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
  /** Closes it and removes it, other connections notwithstanding. */
  readonly drop: () => Promise<void>;
}

async function administer(url: string, statement: string): Promise<void> {
  const admin = openDatabase(url, { connections: 1 });
  try {
    await admin.executeQuery(CompiledQuery.raw(statement));
  } finally {
    await admin.destroy();
  }
}

/** A database for one test file: a copy of the migrated template on the test run's PostgreSQL. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${inject("postgresTemplate")}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const db = openDatabase(url.href);
  return {
    db,
    url: url.href,
    drop: async () => {
      await db.destroy();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
