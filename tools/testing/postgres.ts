import type { TestProject } from "vitest/node";
import { openTemporaryPostgres } from "./temporary-postgres.ts";

const TEMPLATE = "swath_template";
/** Test data need not survive a crash of the machine. */
const FAST = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  jit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  shared_buffers: "64MB",
};

/** Starts one PostgreSQL for a test run, with a migrated template, and gives its address to the tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openTemporaryPostgres(TEMPLATE, { ...FAST, max_connections: "200" });
  project.provide("postgresUrl", postgres.url());
  project.provide("postgresTemplate", TEMPLATE);
  return postgres.remove;
}
