import { rm } from "node:fs/promises";
import { OpenSnapshot } from "./open-snapshot.ts";
import type { Repository, Snapshot } from "./repository.ts";

const FOLDERS = 256;
/** Addresses in memory at once, at some 100 bytes each. */
const MOST_ADDRESSES = 1_000_000;

const folderName = (folder: number): string => folder.toString(16).padStart(2, "0");

/** How many passes it takes so that the addresses of each fit in memory. */
export const passesFor = (objects: number): number =>
  Math.min(FOLDERS, Math.max(1, Math.ceil(objects / MOST_ADDRESSES)));

/** Whether an address is looked at in a pass. */
export const isOfPass = (address: string, pass: number, passes: number): boolean =>
  Number.parseInt(address.slice(0, 2), 16) % passes === pass;

async function namedIn(
  snapshots: readonly OpenSnapshot[],
  pass: number,
  passes: number,
): Promise<Set<string>> {
  const named = new Set<string>();
  for (const snapshot of snapshots)
    for await (const { address } of snapshot.contents())
      if (isOfPass(address, pass, passes)) named.add(address);
  return named;
}

async function removeUnnamed(repository: Repository, kept: readonly OpenSnapshot[]): Promise<void> {
  const passes = passesFor(kept.reduce((sum, { manifest }) => sum + manifest.objects.count, 0));
  for (let pass = 0; pass < passes; pass++) {
    const named = await namedIn(kept, pass, passes);
    for (let folder = pass; folder < FOLDERS; folder += passes)
      for await (const address of repository.objectsOf(folderName(folder)))
        if (!named.has(address)) await rm(repository.objectPath(address), { force: true });
  }
}

/**
 * Keeps the newest snapshots, and removes the others with the objects that none of the kept names. Where
 * a kept one is damaged nothing is removed: what it names is not known.
 */
export async function removeOldSnapshots(repository: Repository, keep: number): Promise<number> {
  const all = await repository.snapshots();
  const [old, newest]: [Snapshot[], Snapshot[]] = [all.slice(0, -keep), all.slice(-keep)];
  if (old.length === 0) return 0;
  const kept = [];
  for (const snapshot of newest) kept.push(await OpenSnapshot.open(repository, snapshot));
  for (const snapshot of kept) for await (const _ of snapshot.contents());
  for (const snapshot of old) await repository.removeSnapshot(snapshot);
  await removeUnnamed(repository, kept);
  return old.length;
}
