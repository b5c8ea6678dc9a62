import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { System } from "../program/program-system.ts";

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
const CLOCK_MS = 25;

interface Place {
  readonly folder: TaskFolder;
  /** When folder, `out` and `work` last changed while they were empty, where that is certain. */
  changed: readonly number[] | undefined;
  /** Whether nothing was made there since, by a program that has ended. */
  isUntouched: boolean;
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
  readonly #changedAt: System["changedAt"];
  readonly #idle: Place[] = [];
  readonly #taken = new Map<TaskFolder, Place>();

  constructor(scratch: string, system: Pick<System, "changedAt">) {
    this.#scratch = scratch;
    this.#changedAt = (path) => system.changedAt(path);
  }

  take(): TaskFolder {
    const place = this.#idle.pop() ?? this.#make();
    // What is made within the same tick of the clock would not show.
    const now = Date.now();
    if (place.changed?.some((each) => now - each <= CLOCK_MS) === true) place.changed = undefined;
    place.isUntouched = false;
    this.#taken.set(place.folder, place);
    return place.folder;
  }

  /** Whether nothing was made in a taken folder; false where that is not certain. */
  isUntouched(folder: TaskFolder): boolean {
    const place = this.#taken.get(folder);
    const before = place?.changed;
    if (place === undefined || before === undefined) return false;
    place.isUntouched = placesOf(folder).every((each, i) => this.#changedAt(each) === before[i]);
    return place.isUntouched;
  }

  give(folder: TaskFolder): void {
    const place = this.#taken.get(folder);
    this.#taken.delete(folder);
    if (place !== undefined && (place.isUntouched || this.#isReusable(place)))
      this.#idle.push(place);
    else remove(folder);
  }

  /** Whether a folder is as good as new, and notes when it last changed. */
  #isReusable(place: Place): boolean {
    try {
      place.changed = this.#changed(place.folder);
      return isEmpty(place.folder);
    } catch {
      return false;
    }
  }

  #changed(folder: TaskFolder): readonly number[] {
    return placesOf(folder).map((each) => this.#changedAt(each));
  }

  #make(): Place {
    const path = join(this.#scratch, randomUUID());
    const out = join(path, "out");
    const work = join(path, "work");
    mkdirSync(path, { mode: 0o700 });
    mkdirSync(out);
    mkdirSync(work);
    const folder = { path, inputs: join(path, "in"), out, work };
    return { folder, changed: this.#changed(folder), isUntouched: false };
  }
}
