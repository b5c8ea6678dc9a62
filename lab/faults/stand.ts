import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedFlight, seedUpload } from "../../apps/server/src/processing/testing/seed-records.ts";
import { systemClock } from "../../apps/server/src/platform/clock/clock.ts";
import { killMarked } from "../../apps/server/src/platform/local-compute/marked-processes.ts";
import { openObjectStore } from "../../apps/server/src/platform/open-store.ts";
import type { ObjectStore } from "../../apps/server/src/platform/object-store/object-store.ts";
import { openDatabase } from "../../apps/server/src/platform/postgres/connection.ts";
import type { Db } from "../../apps/server/src/platform/postgres/schema.ts";
import {
  openTemporaryPostgres,
  type TemporaryPostgres,
} from "../../tools/testing/temporary-postgres.ts";
import { BUCKETS, type EngineName, foldersOf, type Place, storeOptions } from "./place.ts";
import { runnersOf } from "./runners.ts";
import { ServerPool } from "./server-pool.ts";
import { POINTS } from "./stages.ts";

const DATABASE = "swath_faults";
const SERVERS = 2;
const SCRATCH_SIZE = "48m";
/** A restart of PostgreSQL must lose nothing; a crash of the machine may. */
const SETTINGS = { fsync: "off", full_page_writes: "off", max_connections: "100" };

/** Real parts on temporary folders: PostgreSQL, a store, two servers, an engine. */
export interface Stand {
  readonly place: Place;
  readonly postgres: TemporaryPostgres;
  readonly db: Db;
  readonly store: ObjectStore;
  readonly servers: ServerPool;
  /** Whether the scratch folder is a small disk of its own. */
  readonly hasSmallDisk: boolean;
  /** Ends everything; the folder is removed unless it is to be kept. */
  close(keep: boolean): Promise<void>;
}

const succeeds = (command: string, ...words: string[]): boolean =>
  spawnSync(command, words, { stdio: "ignore" }).status === 0;

export async function openStand(engine: EngineName): Promise<Stand> {
  const folder = await mkdtemp(join(tmpdir(), "swath-faults-"));
  const postgres = await openTemporaryPostgres(DATABASE, SETTINGS);
  const place: Place = { folder, databaseUrl: postgres.url(DATABASE), engine };
  const { scratch, spool } = foldersOf(place);
  await mkdir(scratch);
  const hasSmallDisk = succeeds(
    "mount",
    "-t",
    "tmpfs",
    "-o",
    `size=${SCRATCH_SIZE}`,
    "tmpfs",
    scratch,
  );
  const db = openDatabase(place.databaseUrl, { connections: 4 });
  const store = await openObjectStore(storeOptions(place), systemClock);
  await store.ensureBuckets(Object.values(BUCKETS));
  await seedFlight(db);
  await seedUpload({ db, store, buckets: BUCKETS }, POINTS);
  const servers = new ServerPool(place);
  for (let i = 0; i < SERVERS; i += 1) await servers.start();
  await servers.started();
  const close = async (keep: boolean): Promise<void> => {
    servers.close();
    const keys = new Set(await readdir(spool).catch((): string[] => []));
    for (const { pid } of runnersOf(place)) process.kill(pid, "SIGKILL");
    await killMarked((mark) => keys.has(mark.split("/")[0] ?? ""));
    await db.destroy();
    await postgres.remove();
    if (hasSmallDisk) succeeds("umount", "-l", scratch);
    if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { place, postgres, db, store, servers, hasSmallDisk, close };
}
