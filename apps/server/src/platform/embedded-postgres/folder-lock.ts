import { chmodSync, closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { folderMarkSchema, isSameFolder, markNow } from "./data-folder.ts";
import { isAlive } from "../system.ts";

/** SQLite's result code of a file that another process has locked. */
const BUSY = 5;

const holderSchema = z.object({
  process: z.int(),
  host: z.string(),
  /** ISO 8601. */
  since: z.string(),
  /** Where its pages are. */
  address: z.string(),
  /** The folder that it holds: a copied note tells of the original's. */
  of: folderMarkSchema,
});

export interface Holder {
  readonly since: Date;
  readonly address: string;
}

/**
 * Takes a data folder for this process. The lock is the operating system's own on an empty SQLite
 * file: it ends with the process however that dies, is not copied with the file, and no process number
 * can be mistaken. Answers how to release it, or who holds it.
 */
export function lockFolder(folder: string, { since, address }: Holder) {
  const note = join(folder, "lock.txt");
  const file = join(folder, "lock.db");
  // SQLite would make it readable for others, and anyone who can read it can lock it.
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (resultOf(error) === BUSY) return { holder: readHolder(note, folder) };
    throw new Error(`${file} cannot be locked`, { cause: error });
  }
  const own = { process: process.pid, host: hostname(), since, address, of: markNow(folder) };
  writeFileSync(note, JSON.stringify(own), { mode: 0o600 });
  return {
    release: () => {
      // Before the lock: what follows it is the next holder's.
      rmSync(note, { force: true });
      database.close();
    },
  };
}

function resultOf(error: unknown): unknown {
  return error instanceof Error && "errcode" in error ? error.errcode : undefined;
}

const UNKNOWN = "another process";

/** Who holds a folder; a note that a killed process left, or that came with a copy, tells of another. */
function readHolder(path: string, folder: string): string {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(path, "utf8")));
    const isHere = holder.host === hostname();
    if (!isSameFolder(holder.of, markNow(folder)) || (isHere && !isAlive(holder.process)))
      return UNKNOWN;
    const place = isHere ? "" : ` on ${holder.host}`;
    return `process ${holder.process}${place} since ${holder.since}, ${holder.address}`;
  } catch {
    return UNKNOWN;
  }
}
