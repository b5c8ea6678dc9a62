import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Where one execution of a task works, on its own machine. */
export interface TaskFolder {
  readonly path: string;
  /** A folder for each input, by its name. */
  readonly inputs: string;
  readonly out: string;
  readonly work: string;
}

export function makeTaskFolder(scratch: string, key: string, task: number): TaskFolder {
  const path = join(scratch, `${key}-${task}-${randomUUID()}`);
  const folder = {
    path,
    inputs: join(path, "in"),
    out: join(path, "out"),
    work: join(path, "work"),
  };
  mkdirSync(path, { mode: 0o700 });
  mkdirSync(folder.out);
  mkdirSync(folder.work);
  return folder;
}

/** Removes it; what cannot be removed stays for the next sweep of the scratch folder. */
export function removeTaskFolder({ path }: TaskFolder): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A program may have taken away rights, or something may still be mounted there.
  }
}
