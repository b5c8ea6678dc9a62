import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claimFile } from "../platform/compute/run-files.ts";

const CLAIM = /^claim-(\d+)$/;

/** Which element of an array executes which task, as files that are made once (NFS keeps that too). */
export class TaskClaims {
  readonly #folder: string;
  readonly #element: string;
  readonly #tasks: number;
  /** Elements begin at places of their own, so that they seldom want the same task. */
  #next: number;
  #left: number;

  constructor(folder: string, element: string, tasks: number) {
    this.#folder = folder;
    this.#element = element;
    this.#tasks = tasks;
    this.#left = tasks;
    this.#next = Math.floor(((Number(element) * 0.618_033_988_749_895) % 1) * tasks) || 0;
  }

  /** Tasks that this element has taken. */
  mine(): number[] {
    return claimsOf(this.#folder)
      .filter(({ element }) => element === this.#element)
      .map(({ task }) => task);
  }

  /** Takes a task that nobody has; undefined where all are taken. */
  take(): number | undefined {
    while (this.#left > 0) {
      const task = this.#next;
      this.#next = (this.#next + 1) % this.#tasks;
      this.#left -= 1;
      if (this.#isTaken(task)) continue;
      return task;
    }
    return undefined;
  }

  #isTaken(task: number): boolean {
    try {
      writeFileSync(join(this.#folder, claimFile(task)), this.#element, {
        flag: "wx",
        mode: 0o600,
      });
      return false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return true;
      throw error;
    }
  }
}

/** All claims of a run; an element that was killed while it wrote one has claimed nothing. */
function claimsOf(folder: string): { task: number; element: string }[] {
  return readdirSync(folder).flatMap((name) => {
    const task = CLAIM.exec(name)?.[1];
    if (task === undefined) return [];
    return [{ task: Number(task), element: readFileSync(join(folder, name), "utf8") }];
  });
}
