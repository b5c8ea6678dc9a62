import { readConfig } from "./config/read-config.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { StartProblem } from "./start-problem.ts";
import type { Terminal } from "./terminal.ts";

/** Brings the database of the configuration to the newest migration, as its owner; the exit code. */
export async function migrateFromCommandLine(terminal: Terminal): Promise<number> {
  const { databaseUrl, databaseOwnerUrl } = readConfig(terminal.environment);
  if (databaseUrl === undefined)
    throw new StartProblem(
      "The embedded database is migrated by the server itself; set DATABASE_URL for another one.",
    );
  const ownerUrl = databaseOwnerUrl ?? databaseUrl;
  await prepareDatabase(ownerUrl, { url: databaseUrl, makesRole: false });
  const [owner, server] = [ownerUrl, databaseUrl].map((url) => new URL(url).username);
  terminal.print(
    owner === server
      ? `The database is migrated. Its owner ${owner} is the servers' role too: set DATABASE_OWNER_URL, and another role in DATABASE_URL, so that no server may change tables.`
      : `The database is migrated, and open to the servers' role ${server}.`,
  );
  return 0;
}
