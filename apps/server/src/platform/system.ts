import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The code of an error of the system or of PostgreSQL, such as ENOENT; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** For a promise's `catch`: undefined for an error of one of these codes; any other is thrown on. */
export const unless =
  (...codes: readonly string[]) =>
  (error: unknown): undefined => {
    if (!codes.includes(codeOf(error))) throw error;
  };

/** Whether a process of this number runs, of whatever user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * Makes a folder and those above it where they are missing. `mkdir` with `recursive` never ends below a file system
 * that makes no folders and says ENOENT, as /proc does: it makes the parent and tries again, without a bound.
 */
export async function makeFolders(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) return;
    const above = dirname(path);
    if (codeOf(error) !== "ENOENT" || above === path) throw error;
    await makeFolders(above, mode);
    // What is missing now stays so; another process may have made it.
    await mkdir(path, { mode }).catch(unless("EEXIST"));
  }
}

/** As {@link makeFolders}, without a pause. */
export function makeFoldersNow(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
    const above = dirname(path);
    if (codeOf(error) !== "ENOENT" || above === path) throw error;
    makeFoldersNow(above);
    try {
      mkdirSync(path);
    } catch (again) {
      unless("EEXIST")(again);
    }
  }
}
