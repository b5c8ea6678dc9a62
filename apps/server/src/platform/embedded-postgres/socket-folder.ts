import { chmod, chown, lstat, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "./account.ts";

/** Names the socket within its folder; no TCP port is opened. */
export const SOCKET_NUMBER = 5432;
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_NUMBER}`;
/** `sun_path` holds 108 bytes on Linux and 104 on macOS, the closing zero among them. */
const MOST_BYTES = 103;

const fits = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET_NAME)) <= MOST_BYTES;

/** Whether a folder is one that only PostgreSQL's user (and root) can enter. */
async function isClosed(folder: string, uid: number | undefined): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0;
}

/**
 * The folder of PostgreSQL's socket, which only its own user can enter, so that nobody else listens
 * there while PostgreSQL is stopped: beside the database, or, where that path is too long for a
 * socket, the kept one or a new one among the temporary folders.
 */
export async function socketFolder(
  place: string,
  kept: string | undefined,
  account: Account | undefined,
): Promise<string> {
  const beside = join(place, "socket");
  const uid = account?.uid ?? process.getuid?.();
  if (!fits(beside) && kept !== undefined && fits(kept) && (await isClosed(kept, uid))) return kept;
  const folder = fits(beside) ? beside : await mkdtemp(join(tmpdir(), "swath-"));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o700);
  if (await isClosed(folder, uid)) return folder;
  throw new Error(`${folder} is no folder of PostgreSQL's own`);
}
