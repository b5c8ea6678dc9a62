import { type BigIntStats, statSync } from "node:fs";
import { chmod, chown, lstat, stat } from "node:fs/promises";
import { z } from "zod";
import { makeFolders } from "../system.ts";
import { type Account, unprivilegedAccount } from "./account.ts";

const STICKY = 0o1000;

/** Why a data folder is not opened, for the person who starts a server on it. */
export class FolderProblem extends Error {
  override readonly name: string = "FolderProblem";
}

/** A data folder that other users of the machine could write in. */
export class SharedFolder extends FolderProblem {
  override readonly name = "SharedFolder";
}

/**
 * Makes a folder, or closes the one that is there: its owner may read it, the group of PostgreSQL's
 * own account may pass through it, and nobody else may do either.
 */
export async function closeFolder(folder: string, account: Account | undefined): Promise<void> {
  await makeFolders(folder, 0o700);
  const found = await lstat(folder);
  if (!found.isSymbolicLink() && (found.mode & STICKY) !== 0)
    throw new SharedFolder(`${folder} is everybody's: Swath needs a folder of its own`);
  try {
    if (account !== undefined) await chown(folder, -1, account.gid);
    await chmod(folder, account === undefined ? 0o700 : 0o710);
  } catch (error) {
    // As where a volume is mounted that belongs to another user and to our group.
    if ((found.mode & 0o002) === 0) return;
    throw new SharedFolder(`others may write in ${folder}`, { cause: error });
  }
}

/** {@link closeFolder} for a data folder, which PostgreSQL's account passes through where it has one. */
export async function openDataFolder(folder: string): Promise<void> {
  await closeFolder(folder, await unprivilegedAccount());
}

/** Tells a folder from its copies: these have its content, but never its number on the file system. */
export const folderMarkSchema = z.object({
  path: z.string(),
  device: z.string(),
  inode: z.string(),
});
export type FolderMark = z.infer<typeof folderMarkSchema>;

const toMark = (path: string, { dev, ino }: BigIntStats): FolderMark => ({
  path,
  device: String(dev),
  inode: String(ino),
});

/** The mark of a folder, by its real path. */
export async function markOf(path: string): Promise<FolderMark> {
  return toMark(path, await stat(path, { bigint: true }));
}

/** As {@link markOf}, without a pause. */
export const markNow = (path: string): FolderMark => toMark(path, statSync(path, { bigint: true }));

/**
 * Whether two marks are of one folder. Where it was moved its number stays; a restart of the machine
 * may number its file systems in another way, and a snapshot keeps the numbers of what it copies.
 */
export function isSameFolder(a: FolderMark, b: FolderMark): boolean {
  return a.inode === b.inode && (a.device === b.device || a.path === b.path);
}

/** Whether two paths lead to one folder now; false where either leads nowhere. */
export async function leadToOne(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [a, b].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  );
  if (one === undefined || other === undefined) return false;
  return one.ino === other.ino && one.dev === other.dev;
}
