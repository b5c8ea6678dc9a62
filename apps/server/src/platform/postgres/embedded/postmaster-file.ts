import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What `postmaster.pid` in a database's folder says of the server that runs there. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** The folder of its socket; empty where it listens on TCP alone. */
  readonly socket: string;
}

const run = promisify(execFile);

async function commandOf(pid: number): Promise<string> {
  const own = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (own !== undefined) return own.replaceAll("\0", " ");
  const listed = await run("ps", ["-p", String(pid), "-o", "command="]).catch(() => undefined);
  return listed?.stdout ?? "";
}

/**
 * The PostgreSQL that runs on a folder. A file that was left behind (its process is gone, or its
 * number now belongs to another program) is removed: PostgreSQL itself would refuse to start.
 */
export async function runningPostmaster(folder: string): Promise<Postmaster | undefined> {
  const path = join(folder, "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  const command = await commandOf(pid);
  if (command.includes("postgres") && command.includes(folder))
    return { pid, port: Number(lines[3]), socket: lines[4] ?? "" };
  await rm(path, { force: true });
  return undefined;
}
