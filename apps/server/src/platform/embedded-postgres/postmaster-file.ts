import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { leadToOne } from "./data-folder.ts";
import { SOCKET_NAME } from "./socket-folder.ts";

/** What `postmaster.pid` in a database's folder says of the server that runs there. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** The folder of its socket; empty where it listens on TCP alone. */
  readonly socket: string;
}

const run = promisify(execFile);

/** How `ps` shows the command line of our PostgreSQL. */
const STARTED = /postgres[^ ]* -D (.*?) -p \d+ /;

/** The folder that a process was started on as PostgreSQL; undefined where it is another program. */
async function startedOn(pid: number): Promise<string | undefined> {
  const own = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (own !== undefined) {
    const [program, option, folder] = own.split("\0");
    return program?.includes("postgres") === true && option === "-D" ? folder : undefined;
  }
  const listed = await run("ps", ["-p", String(pid), "-o", "command="]).catch(() => undefined);
  return STARTED.exec(listed?.stdout ?? "")?.[1];
}

/**
 * Whether a process is the PostgreSQL of a folder. Its working directory is that folder itself, be it
 * moved or copied since; the path that it was started with tells where the system does not show that.
 */
async function isPostmasterOf(folder: string, pid: number): Promise<boolean> {
  const path = await startedOn(pid);
  if (path === undefined) return false;
  const works = `/proc/${pid}/cwd`;
  const shown = await stat(works).catch(() => undefined);
  return leadToOne(shown === undefined ? path : works, folder);
}

const fileOf = (folder: string): string => join(folder, "postmaster.pid");

/**
 * The PostgreSQL that runs on a folder. A file that was left behind or copied tells of none: its
 * process is gone, or its number belongs to another program, as to the PostgreSQL of the original.
 */
export async function runningPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(fileOf(folder), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!(await isPostmasterOf(folder, pid))) return undefined;
  return { pid, port: Number(lines[3]), socket: lines[4] ?? "" };
}

/**
 * Removes what a PostgreSQL that no longer runs left behind, or a copy brought along: a new one would
 * refuse to start for a number that another process has now.
 */
export async function removeLeftovers(folder: string, socket: string | undefined): Promise<void> {
  await rm(fileOf(folder), { force: true });
  if (socket === undefined) return;
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`])
    await rm(join(socket, name), { force: true });
}
