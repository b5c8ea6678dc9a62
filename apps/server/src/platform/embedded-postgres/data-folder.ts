import { chmod, chown, lstat, mkdir } from "node:fs/promises";
import { unprivilegedAccount, type Account } from "./account.ts";

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
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
