import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** The operating system's user that PostgreSQL runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Preferred first: an administrator may make an account of our own. */
const UNPRIVILEGED = ["swath-postgres", "nobody"];

/** PostgreSQL refuses to run as root: the account to run it as then, else undefined (oneself). */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = users.find((fields) => fields[0] === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`PostgreSQL needs a user other than root: make one named ${UNPRIVILEGED[0]}`);
}

/** Whether an account may pass through every existing folder on the way to a path. */
export async function reachable(path: string, account: Account): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    const needed = found?.uid === account.uid ? 0o100 : 0o001;
    if (found !== undefined && (found.mode & needed) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
