import { sql } from "kysely";
import { installQueues } from "../platform/queues/pg-boss-queues.ts";
import { openDatabase } from "../platform/postgres/connection.ts";
import { migrate, missingMigrations, OlderDatabase } from "../platform/postgres/migrate.ts";
import { OlderServer, tooNewSchema } from "../platform/postgres/schema-requirements.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { admitServer } from "../platform/postgres/server-role.ts";
import { StartProblem } from "./start-problem.ts";

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Throws a StartProblem where a database does not answer. */
async function checkAnswers(db: Db): Promise<void> {
  try {
    await sql`SELECT 1`.execute(db);
  } catch (error) {
    throw new StartProblem(`The database does not answer: ${reason(error)}.`, { cause: error });
  }
}

function explain(error: unknown): never {
  if (error instanceof OlderDatabase || error instanceof OlderServer)
    throw new StartProblem(`${error.message}.`);
  throw error;
}

/** What the role of an address is called; makes it, with its password, where it is ours to make. */
export interface ServerAccess {
  readonly url: string;
  readonly makesRole: boolean;
}

function roleOf({ url, makesRole }: ServerAccess) {
  const { username, password } = new URL(url);
  const name = decodeURIComponent(username);
  return makesRole ? { name, password: decodeURIComponent(password) } : { name };
}

/**
 * Brings a database to the newest migration, as its owner, and lets the servers' role in where that
 * is another one.
 */
export async function prepareDatabase(ownerUrl: string, server?: ServerAccess): Promise<void> {
  const db = openDatabase(ownerUrl, { connections: 2 });
  try {
    await checkAnswers(db);
    await migrate(db).catch(explain);
    await installQueues(ownerUrl);
    if (server === undefined) return;
    const role = roleOf(server);
    if (role.name !== decodeURIComponent(new URL(ownerUrl).username)) await admitServer(db, role);
  } finally {
    await db.destroy();
  }
}

/** `insufficient_privilege` */
const DENIED = "42501";

/** Throws a StartProblem where a database was migrated for newer releases alone. */
export async function checkWorksWith(db: Db, release: string): Promise<void> {
  const fault = await tooNewSchema(db, release);
  if (fault === undefined) return;
  throw new StartProblem(`${fault.slice(0, 1).toUpperCase()}${fault.slice(1)}.`);
}

/** Throws a StartProblem where a database is not at the newest migration. */
export async function checkPrepared(db: Db): Promise<void> {
  await checkAnswers(db);
  const missing = await missingMigrations(db).catch((error: unknown) => {
    const denied = error instanceof Error && "code" in error && error.code === DENIED;
    if (denied) return ["the rights of this role"];
    return explain(error);
  });
  if (missing.length === 0) return;
  throw new StartProblem(
    `The database is not prepared for this release (${missing[0]} and what follows is missing): ` +
      "run `swath migrate` as its owner first.",
  );
}
