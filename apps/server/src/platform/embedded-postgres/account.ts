import { spawnSync } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** The operating system's user that PostgreSQL runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** An account of its own: what runs as `nobody` shares its files and processes with strangers. */
const NAME = "swath-postgres";
const NOWHERE = ["/nonexistent", "/usr/sbin/nologin"] as const;
/** How systems make such an account: shadow's command, then BusyBox's. */
const MAKERS: readonly (readonly [string, readonly string[]])[] = [
  [
    "useradd",
    ["--system", "--user-group", "--no-create-home", "-d", NOWHERE[0], "-s", NOWHERE[1], NAME],
  ],
  ["adduser", ["-S", "-D", "-H", "-h", NOWHERE[0], "-s", NOWHERE[1], NAME]],
];

async function accountNamed(name: string): Promise<Account | undefined> {
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((line) => line.split(":"));
  const [, , uid, gid] = users.find((fields) => fields[0] === name) ?? [];
  return uid === undefined || gid === undefined
    ? undefined
    : { uid: Number(uid), gid: Number(gid) };
}

/**
 * PostgreSQL refuses to run as root: the account to run it as then, which is made where it is
 * missing; else undefined (oneself).
 */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const [command, words] of MAKERS) {
    const known = await accountNamed(NAME);
    if (known !== undefined) return known;
    spawnSync(command, words, { stdio: "ignore" });
  }
  const made = await accountNamed(NAME);
  if (made !== undefined) return made;
  throw new Error(`PostgreSQL needs a user other than root: make one named ${NAME}`);
}

/** Whether an account may pass through every existing folder on the way to a path. */
export async function reachable(path: string, account: Account): Promise<boolean> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found !== undefined && (found.mode & passBit(found, account)) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function passBit(found: Account, account: Account): number {
  if (found.uid === account.uid) return 0o100;
  return found.gid === account.gid ? 0o010 : 0o001;
}
