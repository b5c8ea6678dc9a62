import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { openDatabase } from "../../apps/server/src/platform/postgres/connection.ts";
import { unprivilegedAccount } from "../../apps/server/src/platform/embedded-postgres/account.ts";
import { runnableBinaries } from "../../apps/server/src/platform/embedded-postgres/binaries.ts";
import { initialise } from "../../apps/server/src/platform/embedded-postgres/initialise.ts";
import {
  localUrl,
  startPostmaster,
  stopPostmaster,
} from "../../apps/server/src/platform/embedded-postgres/postmaster.ts";
import { socketFolder } from "../../apps/server/src/platform/embedded-postgres/socket-folder.ts";
import { installQueues } from "../../apps/server/src/platform/queues/pg-boss-queues.ts";
import { migrate } from "../../apps/server/src/platform/postgres/migrate.ts";

/** A PostgreSQL on a temporary folder, with one database that is migrated. */
export interface TemporaryPostgres {
  /** The folder of its cluster, by which it is stopped. */
  readonly cluster: string;
  /** The address of a database; the maintenance database by default. */
  readonly url: (database?: string) => string;
  /** Starts it again where it was stopped. */
  readonly start: () => Promise<void>;
  /** Stops it and removes its folder. */
  readonly remove: () => Promise<void>;
}

export async function openTemporaryPostgres(
  database: string,
  settings: Readonly<Record<string, string>>,
): Promise<TemporaryPostgres> {
  const place = await mkdtemp(join(tmpdir(), "swath-test-postgres-"));
  await chmod(place, 0o711);
  const account = await unprivilegedAccount();
  const plan = {
    folder: join(place, "cluster"),
    binaries: await runnableBinaries(account, place),
    account,
    socket:
      process.platform === "win32" ? undefined : await socketFolder(place, undefined, account),
    password: randomBytes(16).toString("hex"),
    logFile: join(place, "postgres.log"),
    settings,
  };
  await initialise(plan);
  const access = { ...plan, port: (await startPostmaster(plan)).port };
  const admin = openDatabase(localUrl(access), { connections: 1 });
  await admin.executeQuery(CompiledQuery.raw(`CREATE DATABASE ${database}`));
  await admin.destroy();
  const migrated = openDatabase(localUrl(access, database));
  await migrate(migrated);
  await migrated.destroy();
  await installQueues(localUrl(access, database));
  return {
    cluster: plan.folder,
    url: (name) => localUrl(access, name),
    start: async () => void (await startPostmaster({ ...plan, port: access.port })),
    remove: async () => {
      await stopPostmaster(plan.folder);
      await rm(place, { recursive: true, force: true });
    },
  };
}
