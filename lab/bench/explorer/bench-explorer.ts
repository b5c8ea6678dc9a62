import { parseArgs } from "node:util";
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { scanBucket } from "../../../apps/server/src/explorer/inventory/inventory.workers.ts";
import { type ListDeps, listObjects } from "../../../apps/server/src/explorer/list-objects.ts";
import { WholeFolders } from "../../../apps/server/src/explorer/whole-folder.ts";
import { searchObjects } from "../../../apps/server/src/explorer/search-objects.ts";
import { systemClock } from "../../../apps/server/src/platform/clock/clock.ts";
import { openObjectStore } from "../../../apps/server/src/platform/open-store.ts";
import { openDatabase } from "../../../apps/server/src/platform/postgres/connection.ts";
import { openEmbeddedPostgres } from "../../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { migrate } from "../../../apps/server/src/platform/postgres/migrate.ts";
import type { Database } from "../../../apps/server/src/platform/postgres/schema.ts";
import { removeFolder, temporaryFolder } from "../../../e2e/swath.ts";
import { fillFolder, fillStore } from "./fill.ts";
import { alternately, once, printTimes } from "./times.ts";

const SMALL = 300;
const ROUNDS = 200;
const BUCKET = `bench-${randomUUID().slice(0, 8)}`;

/** Opens the first page of both folders in turn, and one in the middle of the large one. */
async function measurePages(name: string, deps: ListDeps, middle: string | undefined) {
  const open = (prefix: string, token?: string) => async (): Promise<void> => {
    const page = await listObjects(deps, { bucket: BUCKET, prefix }, { sort: "name", token });
    if (page.objectList.length !== SMALL) throw new Error(`${prefix} answered with another page`);
  };
  const tasks = {
    "a folder of 300": open("small/"),
    "the large one": open("large/"),
    ...(middle === undefined ? {} : { "the large one, in its middle": open("large/", middle) }),
  };
  printTimes(name, await alternately(tasks, ROUNDS));
}

/** The token of a page in the middle, of the inventory. */
function middleOf(count: number): string {
  const after = `large/${String(Math.floor(count / 2)).padStart(8, "0")}.las`;
  const parts = [BUCKET, "large/", "inventory", `objects:${after}`, count / 2];
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

async function measureInventory(db: Kysely<Database>): Promise<void> {
  const search =
    (text: string, prefix = "") =>
    async (): Promise<void> => {
      await searchObjects(db, { bucket: BUCKET, prefix, text });
    };
  const totals = async (): Promise<void> => {
    await sql`SELECT objects, bytes FROM stored_folders
      WHERE bucket = ${BUCKET} AND prefix = 'large/'`.execute(db);
  };
  printTimes(
    "by the inventory",
    await alternately(
      {
        "the size of the large folder": totals,
        "a search for one name": search("00012345"),
        "a search for every name": search(".las"),
        "a search for no name": search("nowhere"),
      },
      20,
    ),
  );
}

/** Writes the inventory that a scan of so many files would leave, without the files. */
async function seedInventory(db: Kysely<Database>, count: number): Promise<void> {
  await sql`INSERT INTO stored_objects (bucket, key, size, modified)
    SELECT ${BUCKET}, 'small/' || lpad(i::text, 8, '0') || '.las', 0, now()
    FROM generate_series(0, ${SMALL - 1}) AS i`.execute(db);
  await sql`INSERT INTO stored_objects (bucket, key, size, modified)
    SELECT ${BUCKET}, 'large/' || lpad(i::text, 8, '0') || '.las', 0, now()
    FROM generate_series(0, ${count - 1}) AS i`.execute(db);
  await sql`INSERT INTO inventory_scans (bucket, completed) VALUES (${BUCKET}, now())`.execute(db);
}

interface FilePlan {
  readonly folder: string;
  readonly count: number;
  /** Whether the inventory is written as it is, and the large folder holds one file only. */
  readonly seeded: boolean;
}

async function benchFiles(db: Kysely<Database>, plan: FilePlan): Promise<void> {
  const { folder, count, seeded } = plan;
  const store = await openObjectStore(
    { kind: "file", dataFolder: folder, publicUrl: "" },
    systemClock,
  );
  await store.ensureBuckets([BUCKET]);
  console.log(`\nThe file store: a folder of ${SMALL} objects and one of ${count}`);
  await once("made in", () =>
    fillFolder(folder, BUCKET, { small: SMALL, large: seeded ? 1 : count }),
  );
  const scan = () => scanBucket({ db, store }, BUCKET, new AbortController().signal);
  if (seeded) await once("written to the inventory in", () => seedInventory(db, count));
  else {
    const whole = { prefix: "large/", delimiter: "/", limit: SMALL } as const;
    await once("the large folder read whole, for one page", () => store.list(BUCKET, whole));
    await once("scanned for the inventory in", scan);
    await once("scanned again, nothing changed, in", scan);
  }
  await sql`VACUUM ANALYZE stored_objects`.execute(db);
  await measurePages(
    "opening a page",
    { db, store, folders: new WholeFolders(store, systemClock) },
    middleOf(count),
  );
  await measureInventory(db);
}

async function benchS3(db: Kysely<Database>, count: number): Promise<void> {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = process.env;
  if (S3_ENDPOINT === undefined || S3_ACCESS_KEY === undefined || S3_SECRET_KEY === undefined) {
    console.log("\nS3: set S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY to measure it too.");
    return;
  }
  const store = await openObjectStore(
    {
      kind: "s3",
      endpoint: S3_ENDPOINT,
      region: S3_REGION ?? "us-east-1",
      accessKey: S3_ACCESS_KEY,
      secretKey: S3_SECRET_KEY,
      wireChecksum: "md5",
      postBucket: BUCKET,
      corsOrigins: [],
    },
    systemClock,
  );
  await store.ensureBuckets([BUCKET]);
  console.log(`\nS3: a folder of ${SMALL} objects and one of ${count}`);
  const keys = await once("made in", () =>
    fillStore(store, BUCKET, { small: SMALL, large: count }),
  );
  try {
    await measurePages(
      "opening a page",
      { db, store, folders: new WholeFolders(store, systemClock) },
      undefined,
    );
  } finally {
    await store.remove(BUCKET, keys);
  }
}

/**
 * How long a page of a folder takes, small and large in turn, so that other load on the machine meets
 * both: `--objects` of the large one in the file store, `--s3-objects` in S3. With `--seeded` the
 * inventory is written without making the files.
 */
export async function benchExplorer(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      objects: { type: "string", default: "1000000" },
      seeded: { type: "boolean", default: false },
      "s3-objects": { type: "string", default: "20000" },
    },
  });
  const [folder, database] = [temporaryFolder("explorer"), temporaryFolder("postgres")];
  const postgres = await openEmbeddedPostgres({ dataFolder: database });
  const db = openDatabase(postgres.ownerUrl);
  try {
    await migrate(db);
    const { seeded } = values;
    await benchFiles(db, { folder, count: Number(values.objects), seeded });
    await sql`TRUNCATE stored_objects, stored_folders, inventory_scans`.execute(db);
    await benchS3(db, Number(values["s3-objects"]));
  } finally {
    await db.destroy();
    await postgres.stop();
    removeFolder(folder);
    removeFolder(database);
  }
}
