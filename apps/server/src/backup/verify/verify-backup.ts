import { passesFor, isOfPass } from "../repository/remove-old-snapshots.ts";
import { OBJECTS_LIST, OpenSnapshot, type StoredContent } from "../repository/open-snapshot.ts";
import type { Repository, Snapshot } from "../repository/repository.ts";
import { DamagedBackup, drain } from "../repository/stored-stream.ts";
import { WrongIdentity } from "../../platform/age/age-file.ts";

/** What was found whole so far. */
export interface BackupCheck {
  snapshots: number;
  files: number;
  objects: number;
  bytes: number;
}

interface Checking {
  readonly repository: Repository;
  /** Of sealed backups: with one all is opened as well. */
  readonly identities: readonly string[] | undefined;
  readonly fault: (words: string) => void;
  readonly check: BackupCheck;
}

/** What is wrong with a part of a backup is told; any other failure is thrown on. */
async function telling(fault: Checking["fault"], run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isFault = error instanceof DamagedBackup || error instanceof WrongIdentity;
    if (!isFault) throw error;
    fault(error.message);
  }
}

async function checkFiles({ fault, check }: Checking, snapshot: OpenSnapshot): Promise<void> {
  for (const { name } of snapshot.manifest.files)
    await telling(fault, async () => {
      check.bytes += await drain(snapshot.read(name));
      check.files += 1;
    });
}

async function checkContent(checking: Checking, content: StoredContent): Promise<void> {
  const { repository, identities, fault, check } = checking;
  const isSealed = repository.head.recipients.length > 0;
  await telling(fault, async () => {
    const opened = isSealed ? identities : undefined;
    check.bytes += await drain(repository.readObject(content.address, content, opened));
    check.objects += 1;
  });
}

/** The stored objects that snapshots name, each once. */
async function* named(
  snapshots: readonly OpenSnapshot[],
  pass: number,
  passes: number,
): AsyncGenerator<StoredContent> {
  const seen = new Set<string>();
  for (const snapshot of snapshots)
    for await (const content of snapshot.contents()) {
      const { address } = content;
      if (!isOfPass(address, pass, passes) || seen.has(address)) continue;
      seen.add(address);
      yield content;
    }
}

async function openAll(
  { repository, identities, fault, check }: Checking,
  snapshots: readonly Snapshot[],
): Promise<OpenSnapshot[]> {
  const opened: OpenSnapshot[] = [];
  for (const snapshot of snapshots)
    await telling(fault, async () => {
      opened.push(await OpenSnapshot.open(repository, snapshot, identities));
      check.snapshots += 1;
    });
  return opened;
}

/** With an identity: the snapshot's own list names the same contents, and it ends. */
async function checkList({ fault, identities }: Checking, snapshot: OpenSnapshot): Promise<void> {
  if (snapshot.manifest.sealed && identities === undefined) return;
  await telling(fault, async () => {
    let count = 0;
    for await (const _ of snapshot.objects()) count += 1;
    if (count !== snapshot.manifest.objects.count)
      throw new DamagedBackup(`${OBJECTS_LIST} of ${snapshot.name} names ${count} objects`);
  });
}

/**
 * Reads everything in a folder of backups and compares it with what was written: every file of every
 * snapshot, and every object that a snapshot names. Each fault is told as it is found.
 */
export async function verifyBackup(
  repository: Repository,
  identities: readonly string[] | undefined,
  fault: (words: string) => void,
): Promise<BackupCheck> {
  const check: BackupCheck = { snapshots: 0, files: 0, objects: 0, bytes: 0 };
  const checking = { repository, identities, fault, check };
  const snapshots = await openAll(checking, await repository.snapshots());
  if (snapshots.length === 0) fault("there is no snapshot");
  for (const snapshot of snapshots) {
    await checkFiles(checking, snapshot);
    await checkList(checking, snapshot);
  }
  const most = Math.max(0, ...snapshots.map(({ manifest }) => manifest.objects.count));
  const passes = passesFor(most * 2);
  for (let pass = 0; pass < passes; pass++)
    await telling(fault, async () => {
      for await (const content of named(snapshots, pass, passes))
        await checkContent(checking, content);
    });
  return check;
}
