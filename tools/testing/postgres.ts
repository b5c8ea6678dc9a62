import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../apps/server/src/platform/postgres/connection.ts";
import { unprivilegedAccount } from "../../apps/server/src/platform/postgres/embedded/account.ts";
import { runnableBinaries } from "../../apps/server/src/platform/postgres/embedded/binaries.ts";
import { initialise } from "../../apps/server/src/platform/postgres/embedded/initialise.ts";
import {
  localUrl,
  startPostmaster,
  stopPostmaster,
} from "../../apps/server/src/platform/postgres/embedded/postmaster.ts";
import { socketFolder } from "../../apps/server/src/platform/postgres/embedded/socket-folder.ts";
import { installJobs } from "../../apps/server/src/platform/jobs/pg-boss-jobs.ts";
import { migrate } from "../../apps/server/src/platform/postgres/migrate.ts";

const TEMPLATE = "swath_template";
/** Test data need not survive a crash of the machine. */
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Starts one PostgreSQL for a test run, with a migrated template, and gives its address to the tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
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
    settings: { ...FAST, max_connections: "200" },
  };
  await initialise(plan);
  const access = { ...plan, port: (await startPostmaster(plan)).port };
  const admin = openDatabase(localUrl(access), { connections: 1 });
  await admin.executeQuery(CompiledQuery.raw(`CREATE DATABASE ${TEMPLATE}`));
  await admin.destroy();
  const template = openDatabase(localUrl(access, TEMPLATE));
  await migrate(template);
  await template.destroy();
  await installJobs(localUrl(access, TEMPLATE));
  project.provide("postgresUrl", localUrl(access));
  project.provide("postgresTemplate", TEMPLATE);
  return async () => {
    await stopPostmaster(plan.folder);
    await rm(place, { recursive: true, force: true });
  };
}
