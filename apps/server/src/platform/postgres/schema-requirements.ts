import { type Generated, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Db } from "./schema.ts";

declare module "./schema.ts" {
  interface Database {
    /** What migrations ask of the servers beside them. */
    schema_requirements: {
      migration: string;
      /** Servers of an older release do not work with the database. */
      oldest_release: string;
      since: Generated<Date>;
    };
  }
}

const numbersOf = (release: string): number[] =>
  (/^\d+(\.\d+)*/.exec(release)?.[0] ?? "0").split(".").map(Number);

/** Negative where the first release is older; by their numbers, whatever follows these. */
function compareReleases(a: string, b: string): number {
  const [one, other] = [numbersOf(a), numbersOf(b)];
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

interface SchemaRequirement {
  readonly migration: string;
  readonly oldest_release: string;
}

/** The requirement with the newest release; undefined where no migration has one. */
async function schemaRequirement(db: Db): Promise<SchemaRequirement | undefined> {
  const all = await db
    .selectFrom("schema_requirements")
    .select(["migration", "oldest_release"])
    .execute();
  return all.toSorted((a, b) => compareReleases(b.oldest_release, a.oldest_release))[0];
}

/** Why a release does not work with the database; undefined where it does. */
export async function tooNewSchema(db: Db, release: string): Promise<string | undefined> {
  const found = await schemaRequirement(db);
  if (found === undefined || compareReleases(release, found.oldest_release) >= 0) return undefined;
  return (
    `the database was migrated (${found.migration}) for releases from ${found.oldest_release} on, ` +
    `and this is ${release}: run that release or a newer one, or restore the backup of before`
  );
}

/** A migration of ours. */
export interface OurMigration extends Migration {
  /**
   * It takes away what older servers need: all servers beside it must be of this release or a newer one,
   * and no older one works with the database afterwards.
   */
  readonly oldestRelease?: string;
}

/** A server that runs, and is too old for a migration. */
export class OlderServer extends Error {
  constructor({ host, pid, release }: RunningServer, { name, oldestRelease }: Contracting) {
    super(
      `A server of release ${release} runs (${host}, process ${pid}), and the migration ${name} takes away ` +
        `what releases before ${oldestRelease} need: upgrade or stop it first`,
    );
  }
}

interface RunningServer {
  readonly host: string;
  readonly pid: number;
  readonly release: string;
}
interface Contracting {
  readonly name: string;
  readonly oldestRelease: string;
}

async function runningServers(db: Db): Promise<RunningServer[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    SELECT to_regclass('processes') IS NOT NULL AS there`.execute(db);
  if (found[0]?.there !== true) return [];
  const { rows } = await sql<RunningServer>`SELECT host, pid, release FROM processes
    WHERE seen > now() - interval '1 minute'`.execute(db);
  return rows;
}

/** Throws {@link OlderServer} where one runs that a pending migration leaves behind. */
export async function checkServers(db: Db, pending: readonly Contracting[]): Promise<void> {
  if (pending.length === 0) return;
  for (const migration of pending)
    for (const server of await runningServers(db))
      if (compareReleases(server.release, migration.oldestRelease) < 0)
        throw new OlderServer(server, migration);
}

/** The pending migrations that leave older releases behind. */
export const contractionsOf = (
  migrations: Readonly<Record<string, OurMigration>>,
  pending: readonly string[],
): Contracting[] =>
  pending.flatMap((name) => {
    const oldestRelease = migrations[name]?.oldestRelease;
    return oldestRelease === undefined ? [] : [{ name, oldestRelease }];
  });

export async function recordRequirements(db: Db, done: readonly Contracting[]): Promise<void> {
  for (const { name: migration, oldestRelease: oldest_release } of done)
    await db
      .insertInto("schema_requirements")
      .values({ migration, oldest_release })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
