import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { WrongIdentity } from "../platform/age/age-file.ts";
import type { BackupDeps, BackupOrder } from "./backup-order.ts";
import type { BackupKeys } from "./backup-keys.ts";
import type { DatabaseDump } from "./database/dump-database.ts";
import { backUpObjects, type ObjectTotals } from "./objects/back-up-objects.ts";
import { listVersions } from "./objects/object-versions.ts";
import {
  CONTENTS_LIST,
  contentLine,
  DETAILS,
  InOrder,
  KEYS,
  OBJECTS_LIST,
  OpenSnapshot,
} from "./repository/open-snapshot.ts";
import { type Repository, writeSnapshotFile } from "./repository/repository.ts";
import type { BackedUpObject, SnapshotDetails } from "./repository/snapshot-files.ts";
import { compressed, DamagedBackup, drain } from "./repository/stored-stream.ts";

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const LINES_BYTES = 65_536;

/** Lines of JSON in pieces of some size. */
async function* jsonLines(values: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  let text = "";
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`;
    if (text.length < LINES_BYTES) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

/** The list of objects of the newest snapshot; undefined where there is none that can be read. */
async function previousObjects(
  repository: Repository,
  { identity }: BackupKeys,
): Promise<InOrder<BackedUpObject> | undefined> {
  const newest = (await repository.snapshots()).at(-1);
  if (newest === undefined) return undefined;
  try {
    const snapshot = await OpenSnapshot.open(repository, newest, [identity]);
    await drain(snapshot.read(OBJECTS_LIST));
    return new InOrder(snapshot.objects());
  } catch (error) {
    if (error instanceof DamagedBackup || error instanceof WrongIdentity) return undefined;
    throw error;
  }
}

export async function bucketsOf({ db, store, buckets }: BackupDeps, totals: ObjectTotals) {
  const rows = await db.selectFrom("store_buckets").select("bucket").execute();
  const names = new Set([...Object.values(buckets), ...rows.map(({ bucket }) => bucket)]);
  const standing: string[] = [];
  for (const name of [...names].toSorted())
    if (await store.hasBucket(name)) standing.push(name);
    else totals.fault(`the bucket ${name} is gone`);
  return standing;
}

/** One backup as it is written. */
export interface Writing {
  readonly deps: BackupDeps;
  readonly order: BackupOrder;
  readonly repository: Repository;
  readonly draft: string;
  readonly totals: ObjectTotals;
  readonly signal: AbortSignal;
}

function objectsFor(
  writing: Writing,
  buckets: readonly string[],
  previous: InOrder<BackedUpObject> | undefined,
) {
  const { deps, order, repository, totals, signal } = writing;
  const { store, versions } = deps;
  const landing = deps.buckets.uploads;
  if (versions !== undefined) return listVersions({ versions, buckets, landing, signal }, totals);
  const namesKey = order.recipients.length === 0 ? undefined : deps.keys.names;
  const data = { store, buckets: deps.buckets };
  return backUpObjects(
    { store, repository, namesKey, data, buckets, landing, previous, signal },
    totals,
  );
}

/** Writes the objects' two lists as the objects are kept. */
export async function writeObjects(writing: Writing, buckets: readonly string[]) {
  const { deps, order, repository, draft } = writing;
  const contents = join(draft, "contents");
  const previous = await previousObjects(repository, deps.keys);
  const readers = order.recipients.length === 0 ? [] : [...order.recipients, deps.keys.recipient];
  await using lines = await open(contents, "wx", 0o600);
  async function* listed(): AsyncGenerator<BackedUpObject> {
    for await (const object of objectsFor(writing, buckets, previous)) {
      if (object.content !== undefined) await lines.writeFile(contentLine(object.content));
      yield object;
    }
  }
  const list = compressed(jsonLines(listed()));
  const objects = await writeSnapshotFile(draft, OBJECTS_LIST, list, readers);
  const named = compressed(createReadStream(contents));
  const stored = await writeSnapshotFile(draft, CONTENTS_LIST, named, []);
  await rm(contents);
  return [objects, stored];
}

export async function writeDetails(
  { deps, order, draft, totals }: Writing,
  dump: DatabaseDump,
  buckets: SnapshotDetails["store"]["buckets"],
) {
  const { migrations, postgres, tables, sequences } = dump;
  const details: SnapshotDetails = {
    migrations,
    postgres,
    tables,
    sequences,
    store: {
      kind: deps.storeKind,
      isCopied: deps.versions === undefined,
      landing: deps.buckets.uploads,
      buckets,
    },
    settings: deps.settings,
    faults: totals.named,
  };
  const keys = Object.fromEntries(
    [...deps.folderFiles].map(([name, bytes]) => [name, bytes.toString("base64")]),
  );
  const write = (name: string, value: object) =>
    writeSnapshotFile(draft, name, bytesOf(JSON.stringify(value)), order.recipients);
  return [await write(DETAILS, details), await write(KEYS, keys)];
}
