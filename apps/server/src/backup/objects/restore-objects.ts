import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import type { ObjectStore } from "../../platform/object-store/object-store.ts";
import { InOrder, type OpenSnapshot } from "../repository/open-snapshot.ts";
import type { Repository } from "../repository/repository.ts";
import type { BackedUpObject } from "../repository/snapshot-files.ts";
import { DamagedBackup } from "../repository/stored-stream.ts";
import { WrongIdentity } from "../../platform/age/age-file.ts";
import { type ObjectVersions, standingVersions } from "./object-versions.ts";

export interface ObjectRestore {
  readonly store: ObjectStore;
  readonly versions: ObjectVersions | undefined;
  readonly repository: Repository;
  readonly snapshot: OpenSnapshot;
  /** In the order of their names, as the snapshot's objects. */
  readonly buckets: readonly string[];
  readonly landing: string;
  readonly signal: AbortSignal;
}

/** What was restored. */
export interface Restored {
  objects: number;
  bytes: number;
  readonly faults: string[];
  /** Of files that updates replaced: the versions that they have now, by key. */
  readonly replaced: Map<string, string>;
}

const FILES_AT_ONCE = 4;
const MOST_NAMED = 1_000;

const isDamage = (error: unknown): error is Error =>
  error instanceof DamagedBackup || error instanceof WrongIdentity;

/** Writes an object from the backup; its bytes are verified before it stands. */
async function writeBack(
  { store, repository, snapshot, signal }: ObjectRestore,
  { bucket, key, size, modified, xxh128, content }: BackedUpObject,
): Promise<string | Error> {
  if (content === undefined) return new Error("is not in the backup");
  const body = repository.readObject(content.address, content, snapshot.identities);
  try {
    const options = { size, signal, modified: new Date(modified) };
    const stored = await store.write(bucket, key, body, options);
    const { checksums, version } = stored;
    const isSame =
      checksums.xxh128 === undefined || xxh128?.length !== 1 || checksums.xxh128 === xxh128[0];
    if (!isSame) await store.remove(bucket, [key]);
    return isSame ? version : new Error("is not what was backed up");
  } catch (error) {
    if (isDamage(error)) return error;
    throw error;
  }
}

/** Puts every object of a snapshot into an empty store; what is damaged is named, and the rest goes on. */
async function writeAll(restore: ObjectRestore, restored: Restored): Promise<void> {
  await forEachConcurrently(restore.snapshot.objects(), FILES_AT_ONCE, async (object) => {
    restore.signal.throwIfAborted();
    const { bucket, key, size } = object;
    const written = await writeBack(restore, object);
    if (typeof written !== "string") {
      if (restored.faults.length < MOST_NAMED)
        restored.faults.push(`${bucket}/${key}: ${written.message}`);
      return;
    }
    restored.objects += 1;
    restored.bytes += size;
    if (bucket === restore.landing) restored.replaced.set(key, written);
  });
}

/** The objects of a snapshot that name a version, each with the version that stands there now. */
async function* withStanding(versions: ObjectVersions, { snapshot, buckets }: ObjectRestore) {
  const standing = new InOrder(standingVersions(versions, buckets));
  for await (const { versionId, ...object } of snapshot.objects())
    if (versionId !== undefined)
      yield { ...object, versionId, now: (await standing.find(object))?.versionId };
}

/** Looks for the versions of a snapshot, and makes those that were replaced or removed stand again. */
async function bringBack(restore: ObjectRestore, restored: Restored): Promise<void> {
  const { versions, landing, signal } = restore;
  if (versions === undefined) return;
  await forEachConcurrently(withStanding(versions, restore), FILES_AT_ONCE, async (object) => {
    signal.throwIfAborted();
    const { bucket, key, size, versionId, now } = object;
    const wanted = { key, size, versionId };
    if (now !== versionId && !(await versions.has(bucket, wanted))) {
      if (restored.faults.length < MOST_NAMED)
        restored.faults.push(`${bucket}/${key}: its version ${versionId} is gone`);
      return;
    }
    const version = now === versionId ? object.version : await versions.bringBack(bucket, wanted);
    restored.objects += 1;
    restored.bytes += size;
    if (bucket === landing) restored.replaced.set(key, version);
  });
}

export async function restoreObjects(restore: ObjectRestore, isCopied: boolean): Promise<Restored> {
  const restored: Restored = { objects: 0, bytes: 0, faults: [], replaced: new Map() };
  await (isCopied ? writeAll : bringBack)(restore, restored);
  return restored;
}
