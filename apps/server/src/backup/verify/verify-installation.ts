import { sql } from "kysely";
import type { StoredFault, StoredFile } from "@swath/contract/uploads";
import { attemptManifestKey } from "../../domain/processing/output-place.ts";
import type { DataStore } from "../../domain/uploads/sealed-files.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import { outputManifestSchema } from "@swath/contract/processing";
import { hashing } from "../../platform/hashing/xxh128.ts";
import type {
  ObjectPlace,
  ObjectStore,
  StoredObject,
} from "../../platform/object-store/object-store.ts";
import { objectsBelow } from "../../platform/object-store/objects-below.ts";
import { isReadable } from "../../platform/object-store/store-refusals.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { buffer } from "node:stream/consumers";
import { AppError } from "@swath/contract/errors";

/** A file as it should stand. */
interface Expected {
  readonly originalSize: number;
  readonly xxh128: readonly string[];
}

export interface InstallationDeps extends DataStore {
  readonly db: Db;
  readonly supportBucket: string;
  /** What stands of an upload's sealed files, as the store lists it. */
  readonly storedFiles: (upload: Upload) => Promise<readonly StoredFile[]>;
  /** What is wrong with an archive of a flight; undefined where nothing is. */
  readonly archiveFault: (
    archive: ObjectPlace & { flightId: string },
  ) => Promise<string | undefined>;
  /** Reads a whole sealed file and compares it; undefined: sizes are compared, and what the store knows. */
  readonly deepFault:
    | ((place: ObjectPlace, file: Expected) => Promise<StoredFault | "cold" | undefined>)
    | undefined;
  /** Identities and keys that do not belong together, in words. */
  readonly partFaults: () => Promise<readonly string[]>;
}

export interface Checked {
  uploads: number;
  files: number;
  archives: number;
  attempts: number;
  /** Files in cold storage, which were not read, and of which no list says more than their size. */
  cold: number;
}

interface Checking extends InstallationDeps {
  readonly fault: (words: string) => void;
  readonly checked: Checked;
}

const WORDS: Readonly<Record<StoredFault, string>> = {
  missing: "is missing",
  size: "has another size than was sealed",
  content: "is not what was sealed",
};
const FOUND: Readonly<Record<NonNullable<StoredFile["places"][number]["fault"]>, string>> = {
  missing: WORDS.missing,
  otherSize: WORDS.size,
  otherChecksum: WORDS.content,
  damaged: "was damaged when it was last read",
};

async function checkBuckets({ db, store, fault }: Checking): Promise<void> {
  const rows = await db.selectFrom("store_buckets").select("bucket").orderBy("bucket").execute();
  for (const { bucket } of rows)
    if (!(await store.hasBucket(bucket))) fault(`bucket ${bucket}: is missing`);
}

/** Whether the data was rebuilt here, and so must be there; of what came with the catalogue it may be. */
type ReadyUpload = Upload & { readonly settled: boolean | null };

/** Uploads whose data stands ready: of updates that were cancelled too. */
async function* readyUploads(db: Db): AsyncGenerator<ReadyUpload> {
  for (let after = ""; ;) {
    const page = await db
      .selectFrom("uploads as u")
      .leftJoin("upload_plans as p", "p.upload_id", "u.id")
      .selectAll("u")
      .select("p.settled")
      .where("u.id", ">", after)
      .where("u.status", "in", ["DATA_READY", "UPDATE_CANCELLED"])
      .orderBy("u.id")
      .limit(500)
      .execute();
    yield* page;
    if (page.length < 500) return;
    after = page.at(-1)!.id;
  }
}

/** Undefined where it would read what is in cold storage, as a manifest that a rule of the store moved. */
async function unlessCold<T>({ checked }: Checking, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "OBJECT_COLD") throw error;
    checked.cold += 1;
    return undefined;
  }
}

async function checkUpload(checking: Checking, upload: ReadyUpload): Promise<void> {
  const { fault, checked, deepFault } = checking;
  const files = await unlessCold(checking, () => checking.storedFiles(upload));
  if (files === undefined) return;
  if (files.length > 0) checked.uploads += 1;
  else if (upload.settled !== null)
    fault(`upload ${upload.id}: its sealed manifest is missing or damaged`);
  for (const { places, bytes, xxh128 } of files)
    for (const { bucket, key, fault: found, isCold = false } of places) {
      checked.files += 1;
      if (isCold) checked.cold += 1;
      if (found !== null && found !== "damaged") {
        fault(`${bucket}/${key}: ${FOUND[found]}`);
        continue;
      }
      const read = isCold
        ? undefined
        : await deepFault?.({ bucket, key }, { originalSize: bytes, xxh128 });
      if (read === "cold") checked.cold += 1;
      else if (read !== undefined) fault(`${bucket}/${key}: ${WORDS[read]}`);
      else if (found !== null && deepFault === undefined)
        fault(`${bucket}/${key}: ${FOUND[found]}`);
    }
}

async function checkArchives(checking: Checking): Promise<void> {
  const { db, fault, checked, archiveFault } = checking;
  const archives = await db
    .selectFrom("archives")
    .select(["flight_id", "bucket", "prefix"])
    .orderBy("flight_id")
    .execute();
  for (const { flight_id: flightId, bucket, prefix } of archives) {
    checked.archives += 1;
    const place = { flightId, bucket, key: prefix };
    const found = await unlessCold(checking, () => archiveFault(place));
    if (found !== undefined) fault(`archive ${bucket}/${prefix}: ${found}`);
  }
}

/** Replaced files that may be brought back, and attachments of support issues. */
async function* keptObjects({ db, buckets, supportBucket }: Checking) {
  const { rows: replaced } = await sql<{ key: string; size: number }>`
    SELECT 'replaced/' || replacement || '/' || encode(sha256(convert_to(path, 'UTF8')), 'hex') AS key,
      bytes AS size FROM replaced_files WHERE NOT expired AND brought_back_by IS NULL`.execute(db);
  for (const row of replaced) yield { bucket: buckets.uploads, ...row };
  const { rows: attached } = await sql<{ key: string; size: number }>`
    SELECT file_key AS key, file_bytes AS size FROM support_issues
    WHERE file_key IS NOT NULL`.execute(db);
  for (const row of attached) yield { bucket: supportBucket, ...row };
}

async function checkKept(checking: Checking): Promise<void> {
  for await (const { bucket, key, size } of keptObjects(checking)) {
    checking.checked.files += 1;
    const found = await checking.store.head(bucket, key);
    if (found === undefined) checking.fault(`${bucket}/${key}: ${WORDS.missing}`);
    else if (found.size !== size) checking.fault(`${bucket}/${key}: has another size`);
  }
}

async function manifestOf({ store }: Checking, bucket: string, key: string) {
  try {
    const text = String(await buffer(await store.read(bucket, key)));
    return outputManifestSchema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof AppError && error.code === "OBJECT_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Reads an output whole; its checksum is of all its bytes, whatever their number. */
async function isOutput(store: ObjectStore, { bucket, key }: ObjectPlace, xxh128: string) {
  const reading = hashing(await store.read(bucket, key));
  for await (const _ of reading.chunks);
  return reading.sum().xxh128 === xxh128;
}

/** Outputs of the attempts that are their jobs'. */
async function checkAttempts(checking: Checking): Promise<void> {
  const { db, store, fault, checked, deepFault } = checking;
  const { rows } = await sql<{
    bucket: string;
    prefix: string;
    attempt: number;
    name: string;
    guid: string;
  }>`SELECT r.bucket, r.prefix, r.attempt, j.name, p.guid FROM processing_runs r
    JOIN processing_jobs j ON j.id = r.job_id JOIN processings p ON p.id = j.processing_id
    WHERE r.published ORDER BY p.guid, j.name`.execute(db);
  for (const { bucket, prefix, attempt, name, guid } of rows) {
    checked.attempts += 1;
    const key = attemptManifestKey(guid, name, attempt);
    const standing = new Map<string, StoredObject>();
    for await (const object of objectsBelow(store, bucket, prefix))
      standing.set(object.key, object);
    const coldBefore = checked.cold;
    const manifest = await unlessCold(checking, () => manifestOf(checking, bucket, key));
    if (manifest === undefined && checked.cold === coldBefore)
      fault(`${bucket}/${key}: is missing or damaged`);
    for (const { path, size, xxh128 } of manifest?.files ?? []) {
      checked.files += 1;
      const place = { bucket, key: prefix + path };
      const found = standing.get(place.key);
      if (found === undefined) fault(`${bucket}/${place.key}: ${WORDS.missing}`);
      else if (found.size !== size) fault(`${bucket}/${place.key}: has another size`);
      else if (!isReadable(found)) checked.cold += 1;
      else {
        const isRead = deepFault !== undefined;
        if (isRead && !(await isOutput(store, place, xxh128)))
          fault(`${bucket}/${place.key}: is not what its task stored`);
      }
    }
  }
}

/**
 * Compares database, store and keys of an installation: whether they belong together, and whether all
 * that the database says to be there is there. Each fault is told as it is found.
 */
export async function verifyInstallation(
  deps: InstallationDeps,
  fault: (words: string) => void,
): Promise<Checked> {
  const checked: Checked = { uploads: 0, files: 0, archives: 0, attempts: 0, cold: 0 };
  const checking = { ...deps, fault, checked };
  for (const words of await deps.partFaults()) fault(words);
  await checkBuckets(checking);
  for await (const upload of readyUploads(deps.db)) await checkUpload(checking, upload);
  await checkArchives(checking);
  await checkKept(checking);
  await checkAttempts(checking);
  return checked;
}
