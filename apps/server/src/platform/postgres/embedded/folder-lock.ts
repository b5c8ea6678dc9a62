import { chmodSync, closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Takes a data folder for this process. The lock is the operating system's own on an empty SQLite
 * file: it ends with the process however that dies, and no process number can be mistaken. Answers
 * how to release it, or who holds it.
 */
export function lockFolder(folder: string, holder: string) {
  const note = join(folder, "lock.txt");
  const file = join(folder, "lock.db");
  // SQLite would make it readable for others, and anyone who can read it can lock it.
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch {
    database.close();
    return { holder: readNote(note) };
  }
  writeFileSync(note, holder, { mode: 0o600 });
  return { release: () => database.close() };
}

function readNote(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "another process";
  }
}
