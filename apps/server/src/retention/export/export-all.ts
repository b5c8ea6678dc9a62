import { mkdir, mkdtemp, open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { sql } from "kysely";
import { auditHead, headText } from "../../platform/audit/seal-audit.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import type { Db, Trx } from "../../platform/postgres/schema.ts";
import { EXPORTED, LEFT_OUT, OMITTED } from "./exported-tables.ts";
import {
  type Compression,
  extensionOf,
  type LineFile,
  readLines,
  writeLines,
} from "./exported-lines.ts";
import { type OwningBuckets, PlaceFinder, placesQuery, type StoredPlace } from "./stored-places.ts";
import { linesOf, tableLines } from "./table-lines.ts";

export interface ExportDeps {
  readonly db: Db;
  readonly store: Pick<ObjectStore, "list">;
  readonly buckets: OwningBuckets;
  readonly release: string;
}

export interface ExportOptions {
  readonly compression: Compression;
  readonly signal: AbortSignal;
}

interface WrittenFile extends LineFile {
  readonly file: string;
}
interface Records {
  readonly exported: Date;
  readonly installation: string | null;
  readonly auditHead: string | null;
  readonly tables: readonly WrittenFile[];
  readonly places: WrittenFile;
}

export interface Exported {
  readonly tables: number;
  readonly rows: number;
  readonly objects: number;
  readonly objectBytes: number;
}

/** What writes the files of one export. */
class ExportFolder {
  readonly path: string;
  readonly #options: ExportOptions;

  constructor(path: string, options: ExportOptions) {
    this.path = path;
    this.#options = options;
  }

  nameOf = (name: string): string => `${name}${extensionOf(this.#options.compression)}`;

  async write(name: string, lines: AsyncIterable<string>): Promise<WrittenFile> {
    const { compression, signal } = this.#options;
    const file = this.nameOf(name);
    return { file, ...(await writeLines(join(this.path, file), lines, compression, signal)) };
  }

  read<T>(name: string): AsyncGenerator<T> {
    return readLines<T>(join(this.path, this.nameOf(name)), this.#options.compression);
  }
}

async function writeRecords(
  trx: Trx,
  folder: ExportFolder,
  buckets: OwningBuckets,
): Promise<Records> {
  // A slow disk must not end the transaction.
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
  const { rows } = await sql<{ now: Date }>`SELECT now()`.execute(trx);
  const head = await auditHead(trx);
  const installation = await trx.selectFrom("installation").select("id").executeTakeFirst();
  const tables: WrittenFile[] = [];
  for (const table of EXPORTED)
    tables.push(await folder.write(`tables/${table}`, tableLines(trx, table)));
  return {
    exported: rows[0]!.now,
    installation: installation?.id ?? null,
    auditHead: head === undefined ? null : headText(head),
    tables,
    places: await folder.write("places", linesOf(trx, placesQuery(buckets))),
  };
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

async function* objectLines(
  { store, buckets }: ExportDeps,
  folder: ExportFolder,
  { signal, count }: { readonly signal: AbortSignal; readonly count: (bytes: number) => void },
): AsyncGenerator<string> {
  const finder = new PlaceFinder(folder.read<StoredPlace>("places"));
  for (const bucket of [...new Set(Object.values(buckets))].toSorted(byBytes)) {
    signal.throwIfAborted();
    for await (const object of objectsBelow(store as ObjectStore, bucket, "")) {
      const { key, size, modified, version, storageClass, checksums } = object;
      count(size);
      const owners = await finder.ownersOf(bucket, key);
      yield JSON.stringify({
        bucket,
        key,
        size,
        modified,
        version,
        storageClass,
        checksums,
        owners: owners.map(({ kind, id }) => ({ kind, id })),
      });
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function fill(
  deps: ExportDeps,
  folder: ExportFolder,
  { compression, signal }: ExportOptions,
): Promise<Exported> {
  await mkdir(join(folder.path, "tables"), { mode: 0o700 });
  const records = await deps.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((trx) => writeRecords(trx, folder, deps.buckets));
  let objectBytes = 0;
  const listed = new Date();
  const objects = await folder.write(
    "objects",
    objectLines(deps, folder, { signal, count: (bytes) => (objectBytes += bytes) }),
  );
  const summary = {
    format: "swath-export",
    version: 1,
    release: deps.release,
    compression,
    ...records,
    objects: { ...objects, objectBytes, listed, listedTo: new Date() },
    leftOut: { tables: LEFT_OUT, columns: OMITTED },
  };
  const text = `${JSON.stringify(summary, null, 2)}\n`;
  await writeFile(join(folder.path, "export.json"), text, { flag: "wx", mode: 0o600, flush: true });
  return {
    tables: records.tables.length,
    rows: records.tables.reduce((sum, { rows }) => sum + rows, 0),
    objects: objects.rows,
    objectBytes,
  };
}

/**
 * Writes all records and a list of all objects into a new folder. Records are of one point in time, objects are
 * listed after it. The folder has its name once everything is on the disk: what is killed before stays
 * beside it, as `NAME.unfinished-…`.
 */
export async function exportAll(
  deps: ExportDeps,
  to: string,
  options: ExportOptions,
): Promise<Exported> {
  const beside = dirname(to);
  const path = await mkdtemp(join(beside, `${basename(to)}.unfinished-`));
  try {
    const exported = await fill(deps, new ExportFolder(path, options), options);
    await syncFolder(join(path, "tables"));
    await syncFolder(path);
    await rename(path, to);
    await syncFolder(beside);
    return exported;
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw error;
  }
}
