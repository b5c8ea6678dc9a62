import { sql } from "kysely";
import { prepareDatabase } from "../../../apps/server/src/app/prepare-database.ts";
import { openDatabase } from "../../../apps/server/src/platform/postgres/connection.ts";
import type { Finding } from "../drill-steps.ts";
import { DebianPostgres, systemPrograms } from "./debian-postgres.ts";

async function on<T>(
  url: string,
  run: (db: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const db = openDatabase(url, { connections: 1 });
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

const names = (url: string) =>
  on(url, async (db) => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM aircraft ORDER BY name`.execute(
      db,
    );
    return rows.map(({ name }) => name).join(" ");
  });
const add = (url: string, name: string) =>
  on(url, (db) => sql`INSERT INTO aircraft VALUES (${name}, 'FixedWing')`.execute(db));

/** Ends PostgreSQL's present file of the log, which is kept then. */
const endLog = (url: string) => on(url, (db) => sql`SELECT pg_switch_wal()`.execute(db));

async function momentOf(url: string): Promise<string> {
  return on(url, async (db) => {
    const { rows } = await sql<{ now: string }>`SELECT clock_timestamp()::text AS now`.execute(db);
    return rows[0]!.now;
  });
}

/** Brings a database back to the moment before a mistake, by PostgreSQL's own archive of its log. */
export async function pointInTimeDrill(place: string): Promise<Finding> {
  const programs = systemPrograms();
  if (programs === undefined)
    return {
      saw: "skipped: this machine has no pg_basebackup (Debian: postgresql)",
      isRight: true,
    };
  const postgres = await DebianPostgres.on(place, programs);
  postgres.init("first");
  postgres.start("first");
  try {
    await on(postgres.url("postgres"), (db) => sql`CREATE DATABASE swath`.execute(db));
    const url = postgres.url("swath");
    await prepareDatabase(url);
    await add(url, "VH-BEFORE");
    postgres.baseBackup("base");
    await add(url, "VH-SINCE");
    postgres.recoverTo("base", await momentOf(url));
    await on(url, (db) => sql`DELETE FROM aircraft`.execute(db));
    await add(url, "VH-AFTER");
    await endLog(url);
  } finally {
    postgres.stop("first");
  }
  return recover(postgres);
}

async function recover(postgres: DebianPostgres): Promise<Finding> {
  const begun = performance.now();
  postgres.start("base");
  try {
    const found = await names(postgres.url("swath"));
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const isRight = found === "VH-BEFORE VH-SINCE";
    return { saw: `${found}, ${seconds} s; lost: nothing before the moment`, isRight };
  } finally {
    postgres.stop("base");
  }
}
