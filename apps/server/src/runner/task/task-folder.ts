import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
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

/** The coarsest clock of a file system whose folders are used, with room to spare, ms. */
const CLOCK_MS = 100;

/** When a folder last changed, ms: nobody can set that back. */
const changed = (folder: string): number => lstatSync(folder).ctimeMs;

interface Idle {
  readonly folder: TaskFolder;
  /** When folder, `out` and `work` last changed; they were empty then. */
  readonly changed: readonly number[];
}

const placesOf = ({ path, out, work }: TaskFolder): readonly string[] => [path, out, work];

function isEmpty({ path, out, work }: TaskFolder): boolean {
  return (
    [out, work].every((each) => readdirSync(each).length === 0) && readdirSync(path).length === 2
  );
}

/**
 * The folders of a runner's tasks, one for each that is under way; an empty one serves the next task,
 * as making one takes longest.
 */
export class TaskFolders {
  readonly #scratch: string;
  readonly #idle: Idle[] = [];
  readonly #taken = new Map<TaskFolder, Idle["changed"]>();

  constructor(scratch: string) {
    this.#scratch = scratch;
  }

  take(): TaskFolder {
    const idle = this.#idle.pop();
    const folder = idle?.folder ?? this.#make();
    const at = idle?.changed ?? placesOf(folder).map(changed);
    // What is made within the same tick of the clock would not show.
    if (at.every((each) => Date.now() - each > CLOCK_MS)) this.#taken.set(folder, at);
    return folder;
  }

  /** Whether nothing was made in a taken folder; false where that is not certain. */
  isUntouched(folder: TaskFolder): boolean {
    const before = this.#taken.get(folder);
    return before !== undefined && placesOf(folder).every((each, i) => changed(each) === before[i]);
  }

  give(folder: TaskFolder): void {
    const at = this.#reusable(folder);
    this.#taken.delete(folder);
    if (at === undefined) remove(folder);
    else this.#idle.push({ folder, changed: at });
  }

  /** When it last changed, of a folder that is as good as new. */
  #reusable(folder: TaskFolder): Idle["changed"] | undefined {
    try {
      const at = placesOf(folder).map(changed);
      const before = this.#taken.get(folder);
      const isSame = before !== undefined && at.every((each, i) => each === before[i]);
      return isSame || isEmpty(folder) ? at : undefined;
    } catch {
      return undefined;
    }
  }

  #make(): TaskFolder {
    const path = join(this.#scratch, randomUUID());
    const out = join(path, "out");
    const work = join(path, "work");
    mkdirSync(path, { mode: 0o700 });
    mkdirSync(out);
    mkdirSync(work);
    return { path, inputs: join(path, "in"), out, work };
  }
}
