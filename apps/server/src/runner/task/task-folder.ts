import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Where one execution of a task works, on its own machine. */
export interface TaskFolder {
  readonly path: string;
  /** A folder for each input, by its name. */
  readonly inputs: string;
  readonly out: string;
  readonly work: string;
}

function remove({ path }: TaskFolder): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A program may have taken away rights, or something may still be mounted there.
  }
}

/** Whether a task neither read nor left anything there: it is as good as new. */
function isUnused({ path, out, work }: TaskFolder): boolean {
  try {
    return (
      [out, work].every((folder) => readdirSync(folder).length === 0) &&
      readdirSync(path).length === 2
    );
  } catch {
    return false;
  }
}

/**
 * The folders of a runner's tasks, one for each that is under way; an empty one serves the next task,
 * as making one takes longest.
 */
export class TaskFolders {
  readonly #scratch: string;
  readonly #idle: TaskFolder[] = [];

  constructor(scratch: string) {
    this.#scratch = scratch;
  }

  take(): TaskFolder {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const path = join(this.#scratch, randomUUID());
    const out = join(path, "out");
    const work = join(path, "work");
    mkdirSync(path, { mode: 0o700 });
    mkdirSync(out);
    mkdirSync(work);
    return { path, inputs: join(path, "in"), out, work };
  }

  give(folder: TaskFolder): void {
    if (isUnused(folder)) this.#idle.push(folder);
    else remove(folder);
  }
}
