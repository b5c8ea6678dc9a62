import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AppError } from "@swath/contract/errors";
import { isEmptyDatabase } from "../backup/database/load-database.ts";
import { OpenSnapshot } from "../backup/repository/open-snapshot.ts";
import { ForeignBackup, Repository, type Snapshot } from "../backup/repository/repository.ts";
import type { SnapshotDetails } from "../backup/repository/snapshot-files.ts";
import { DamagedBackup } from "../backup/repository/stored-stream.ts";
import { restoreSnapshot } from "../backup/restore.ts";
import { WrongIdentity } from "../platform/age/age-file.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { endAllSessions } from "../platform/identity/end-sessions.ts";
import type { ObjectStore } from "../platform/object-store/object-store.ts";
import { openObjectStore } from "../platform/open-store.ts";
import { openDatabase } from "../platform/postgres/connection.ts";
import { knownMigrations, migrateTo } from "../platform/postgres/migrate.ts";
import type { Db, Trx } from "../platform/postgres/schema.ts";
import { openS3Versions } from "../platform/s3-store/open-s3-store.ts";
import { putSecret } from "../platform/secret-file.ts";
import { unless } from "../platform/system.ts";
import { orderInterrupted, settlePublished } from "../processing/runs/interrupted-runs.ts";
import { sendLandingsAgain } from "../uploads/landing/lost-landings.ts";
import { bytesInWords, printingFaults, readIdentitiesOf, readWords } from "./command-words.ts";
import { type Config, readConfig } from "./config/read-config.ts";
import { type DatabaseSource, openDatabaseToFill } from "./open-database.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { StartProblem } from "./start-problem.ts";
import type { Terminal } from "./terminal.ts";

const OPTIONS = {
  into: { type: "string" },
  snapshot: { type: "string" },
  identity: { type: "string" },
} as const;

interface Opened {
  readonly repository: Repository;
  readonly snapshot: OpenSnapshot;
  readonly details: SnapshotDetails;
  readonly keys: Readonly<Record<string, string>>;
}

async function chooseSnapshot(repository: Repository, named?: string): Promise<Snapshot> {
  const all = await repository.snapshots();
  const chosen = named === undefined ? all.at(-1) : all.find(({ name }) => name === named);
  if (chosen !== undefined) return chosen;
  const names = all.map(({ name }) => name).join(", ") || "none";
  throw new StartProblem(`${repository.folder} holds no such backup; it holds: ${names}.`);
}

/** Opens a backup with everything that is read before anything is written. */
async function openBackup(
  from: string,
  options: { readonly snapshot?: string | undefined; readonly identity?: string | undefined },
): Promise<Opened> {
  const identities = await readIdentitiesOf(options.identity);
  const repository = await Repository.open(resolve(from));
  const chosen = await chooseSnapshot(repository, options.snapshot);
  const snapshot = await OpenSnapshot.open(repository, chosen, identities);
  if (snapshot.manifest.sealed && identities === undefined)
    throw new StartProblem(
      `The backup is encrypted for ${repository.head.recipients.join(", ")}: give the file of the identity, --identity FILE.`,
    );
  return { repository, snapshot, details: await snapshot.details(), keys: await snapshot.keys() };
}

function explain(error: unknown): never {
  if (error instanceof WrongIdentity)
    throw new StartProblem("The identity does not open this backup: it was made for another one.");
  if (error instanceof ForeignBackup) throw new StartProblem(`${error.message}.`);
  if (error instanceof DamagedBackup)
    throw new StartProblem(`The backup is damaged: ${error.message}.`);
  if (error instanceof AppError)
    throw new StartProblem(
      `The restore was stopped: ${error.message} (${error.code}). Remove what was restored, and restore again.`,
      { cause: error },
    );
  throw error;
}

/** Of a database that is restored this program must know the whole history. */
async function checkMigrations({ migrations }: SnapshotDetails): Promise<void> {
  const known = await knownMigrations();
  const other = migrations.find((name, index) => known[index] !== name);
  if (other === undefined) return;
  throw new StartProblem(
    `The backup's database has the migration ${other}, which this program does not: restore with the release that made it.`,
  );
}

function checkStore(config: Config, { store }: SnapshotDetails): void {
  if (store.kind !== config.store.kind && !store.isCopied)
    throw new StartProblem(
      "The backup names versions of objects in an S3 store: set SWATH_STORE=s3 and that store's variables.",
    );
  const names = new Set(store.buckets.map(({ bucket }) => bucket));
  const other = [...Object.values(config.buckets), config.supportBucket].find(
    (name) => !names.has(name),
  );
  if (other !== undefined || config.buckets.uploads !== store.landing)
    throw new StartProblem(
      `The backup's buckets are ${[...names].join(", ")} (uploads land in ${store.landing}): ` +
        "set SWATH_BUCKET_… to these names, which its records hold.",
    );
}

async function checkFolder(into: string): Promise<void> {
  const names = await readdir(into).catch(unless("ENOENT"));
  if (names !== undefined && names.some((name) => name !== "lost+found"))
    throw new StartProblem(`${into} is not empty: a backup is restored into a new folder.`);
}

async function checkBuckets(store: ObjectStore, { store: { isCopied, buckets } }: SnapshotDetails) {
  if (!isCopied) return;
  for (const { bucket } of buckets) {
    if (!(await store.hasBucket(bucket))) continue;
    const { objects } = await store.list(bucket, { prefix: "", limit: 1 });
    if (objects.length > 0)
      throw new StartProblem(
        `The bucket ${bucket} of the store is not empty: a backup is restored into an empty store.`,
      );
  }
}

async function withOwner<T>(url: string, run: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { connections: 2 });
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

/** What a restore changes in the records. */
interface Changed {
  sessions: number;
  jobs: number;
  uploads: number;
}

async function changeRecords(trx: Trx, changed: Changed): Promise<void> {
  changed.sessions = await endAllSessions(trx);
  changed.jobs = await orderInterrupted(trx);
  changed.uploads = await sendLandingsAgain(trx);
}

async function restoreInto(
  terminal: Terminal,
  config: Config,
  source: DatabaseSource & { readonly ownerUrl: string },
  { repository, snapshot, details, keys }: Opened,
): Promise<number> {
  if (!(await isEmptyDatabase(source.ownerUrl)))
    throw new StartProblem(
      "The database is not empty: a backup is restored into a new database (`createdb`).",
    );
  const store = await openObjectStore(config.store, systemClock);
  await checkBuckets(store, details);
  const last = details.migrations.at(-1);
  if (last !== undefined) await withOwner(source.ownerUrl, (db) => migrateTo(db, last));
  const stop = new AbortController();
  void terminal.stopped.then(() =>
    stop.abort(new StartProblem("Stopped: remove what was restored, and restore again.")),
  );
  const changed: Changed = { sessions: 0, jobs: 0, uploads: 0 };
  const restored = await restoreSnapshot(
    {
      ownerUrl: source.ownerUrl,
      store,
      versions: config.store.kind === "s3" ? openS3Versions(config.store) : undefined,
      afterLoad: (trx) => changeRecords(trx, changed),
      signal: stop.signal,
    },
    repository,
    snapshot,
    details,
  ).catch(explain);
  await prepareDatabase(source.ownerUrl, {
    url: source.url,
    makesRole: config.databaseUrl === undefined,
  });
  await withOwner(source.ownerUrl, (db) => settlePublished({ db, store }));
  for (const [name, bytes] of Object.entries(keys))
    await putSecret(join(config.dataFolder, name), Buffer.from(bytes, "base64"));
  const { fault, count } = printingFaults((line) => terminal.printError(line));
  for (const words of restored.faults) fault(words);
  terminal.print(
    `Restored ${snapshot.name} into ${config.dataFolder}: ${restored.objects} objects of ${bytesInWords(restored.bytes)}. ` +
      `${changed.sessions} sessions were ended, ${changed.jobs} jobs are asked for again, ` +
      `${changed.uploads} uploads wait to be sent again.`,
  );
  if (count() === 0) return 0;
  terminal.printError(`Not all is restored: ${count()} objects are missing or damaged.`);
  return 1;
}

/** Restores a backup into a new data folder, database and store; undefined where the words are wrong. */
export async function restoreFromCommandLine(
  terminal: Terminal,
  words: readonly string[],
): Promise<number | undefined> {
  const read = readWords(words, OPTIONS);
  const [from, ...more] = read?.positionals ?? [];
  const into = read?.values.into;
  if (read === undefined || from === undefined || more.length > 0 || into === undefined)
    return undefined;
  const config = readConfig({ ...terminal.environment, SWATH_DATA: resolve(into) });
  await checkFolder(config.dataFolder);
  const opened = await openBackup(from, read.values).catch(explain);
  await checkMigrations(opened.details);
  checkStore(config, opened.details);
  const source = await openDatabaseToFill(config);
  try {
    return await restoreInto(terminal, config, source, opened);
  } finally {
    await source.release();
  }
}
