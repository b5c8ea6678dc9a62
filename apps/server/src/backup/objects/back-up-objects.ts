import type { DataStore } from "../../domain/uploads/sealed-files.ts";
import { forEachConcurrently } from "../../platform/concurrency/for-each.ts";
import { inTurn } from "../../platform/concurrency/in-turn.ts";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import type { InOrder } from "../repository/open-snapshot.ts";
import type { BackedUpObject } from "../repository/snapshot-files.ts";
import { keepContent, type Kept, type Keeping } from "./keep-content.ts";
import { groupsOf, type ObjectGroup } from "./object-groups.ts";
import { sealedFault } from "./sealed-group.ts";

export interface ObjectBackup extends Keeping {
  readonly data: DataStore;
  /** In the order of their names. */
  readonly buckets: readonly string[];
  /** The bucket that uploads land in: of it only what was replaced is kept. */
  readonly landing: string;
  /** Objects of the backup before. */
  readonly previous: InOrder<BackedUpObject> | undefined;
  readonly signal: AbortSignal;
}

const MOST_NAMED = 1_000;

/** What was kept so far, and what could not be. */
export class ObjectTotals {
  count = 0;
  bytes = 0;
  added = 0;
  addedBytes = 0;
  faults = 0;
  /** The first faults, in words. */
  readonly named: string[] = [];

  fault(words: string): void {
    this.faults += 1;
    if (this.named.length < MOST_NAMED) this.named.push(words);
  }

  object({ size, content }: BackedUpObject, isNew: boolean): void {
    this.count += 1;
    this.bytes += size;
    if (!isNew) return;
    this.added += 1;
    this.addedBytes += content?.bytes ?? 0;
  }
}

/** Below it an update keeps what it replaced (decision 18). */
const REPLACED = "replaced/";
const FILES_AT_ONCE = 4;
/** Data that is being replaced is read again, so many times. */
const ROUNDS = 3;

/** The ETag in a version of S3, which has when it was stored besides. */
const tagOf = (version: string): string => version.slice(0, Math.max(0, version.lastIndexOf(" ")));

/**
 * Whether an object is what a backup has under its key. A move to another class stores it anew: it keeps its ETag,
 * and may not be readable any more.
 */
export function isSameObject(
  former: Pick<BackedUpObject, "size" | "version">,
  { size, version, cold }: Pick<StoredObject, "size" | "version" | "cold">,
): boolean {
  if (former.size !== size) return false;
  const tag = tagOf(version);
  return (
    former.version === version ||
    (cold !== undefined && tag !== "" && tagOf(former.version) === tag)
  );
}

/** What the backup before has of an object, where that is the same still and its content is there. */
async function unchanged(
  { repository }: ObjectBackup,
  former: BackedUpObject | undefined,
  object: StoredObject,
): Promise<Kept | undefined> {
  if (former?.content === undefined || !isSameObject(former, object)) return undefined;
  const { address, bytes } = former.content;
  if ((await repository.objectBytes(address)) !== bytes) return undefined;
  const { version, modified } = object;
  return { object: { ...former, version, modified: modified.toISOString() }, isNew: false };
}

async function keepGroup(
  backup: ObjectBackup,
  { bucket, objects }: ObjectGroup,
  former: ReadonlyMap<string, BackedUpObject>,
): Promise<Kept[]> {
  const kept: Kept[] = [];
  await forEachConcurrently(objects.entries(), FILES_AT_ONCE, async ([index, object]) => {
    backup.signal.throwIfAborted();
    kept[index] =
      (await unchanged(backup, former.get(object.key), object)) ??
      (await keepContent(backup, bucket, object));
  });
  return kept;
}

/** The folder as it stands now. */
async function listedAgain({ store }: ObjectBackup, group: ObjectGroup): Promise<ObjectGroup> {
  for await (const again of groupsOf(store, group.bucket, group.prefix))
    if (again.prefix === group.prefix) return again;
  return { ...group, objects: [] };
}

async function formerOf({ previous }: ObjectBackup, { bucket, objects }: ObjectGroup) {
  const former = new Map<string, BackedUpObject>();
  if (previous === undefined) return former;
  for (const { key } of objects) {
    const found = await previous.find({ bucket, key });
    if (found !== undefined) former.set(key, found);
  }
  return former;
}

interface KeptGroup {
  readonly objects: BackedUpObject[];
  readonly isNew: Set<string>;
  readonly faults: string[];
}

/** Keeps a folder once; what is kept stands in `former` from then on. */
async function keepRound(
  backup: ObjectBackup,
  group: ObjectGroup,
  former: Map<string, BackedUpObject>,
  isNew: Set<string>,
): Promise<KeptGroup> {
  const found: KeptGroup = { objects: [], isNew, faults: [] };
  for (const kept of await keepGroup(backup, group, former)) {
    if (kept === "gone") continue;
    if ("fault" in kept) found.faults.push(kept.fault);
    else {
      found.objects.push(kept.object);
      former.set(kept.object.key, kept.object);
      if (kept.isNew) isNew.add(kept.object.key);
    }
  }
  return found;
}

/** A folder, and what the backup before has of it. */
interface KnownGroup {
  readonly group: ObjectGroup;
  readonly former: Map<string, BackedUpObject>;
}

/** Keeps a folder until what is kept of it is what was sealed, or it does not become so. */
async function keepSealed(backup: ObjectBackup, { group, former }: KnownGroup): Promise<KeptGroup> {
  const isNew = new Set<string>();
  for (let round = 1, current = group; ; round++) {
    const found = await keepRound(backup, current, former, isNew);
    const fault = await sealedFault(backup.data, current, found.objects);
    if (fault === undefined || found.faults.length > 0) return found;
    if (round === ROUNDS) return { ...found, faults: [fault] };
    current = await listedAgain(backup, current);
  }
}

async function* knownGroups(backup: ObjectBackup): AsyncGenerator<KnownGroup> {
  for (const bucket of backup.buckets) {
    const below = bucket === backup.landing ? REPLACED : "";
    for await (const group of groupsOf(backup.store, bucket, below))
      yield { group, former: await formerOf(backup, group) };
  }
}

/** Folders that are kept at once, and their objects together: many folders hold a few files each. */
const AHEAD = {
  items: 8,
  weight: 10_000,
  weightOf: ({ group }: KnownGroup) => group.objects.length,
};

/** Keeps every object of a store, in the order of buckets and keys, and answers each as it is kept. */
export async function* backUpObjects(
  backup: ObjectBackup,
  totals: ObjectTotals,
): AsyncGenerator<BackedUpObject> {
  const keep = (known: KnownGroup): Promise<KeptGroup> => keepSealed(backup, known);
  for await (const { objects, isNew, faults } of inTurn(knownGroups(backup), AHEAD, keep)) {
    for (const fault of faults) totals.fault(fault);
    for (const object of objects) totals.object(object, isNew.has(object.key));
    yield* objects;
  }
}
