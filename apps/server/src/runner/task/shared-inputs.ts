import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { RunTask } from "@swath/contract/processing";
import type { TaskFault } from "./fault.ts";
import type { StoreCalls, TaskFile } from "./fetch-file.ts";

/** Each task needs other parts of a file. */
const isWhole = ({ parts }: TaskFile): boolean => parts === undefined;
const idOf = ({ bucket, key }: TaskFile): string => `${bucket}/${key}`;

function sharedBy(tasks: readonly RunTask[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { inputs } of tasks)
    for (const id of Object.values(inputs).flat().filter(isWhole).map(idOf))
      if (seen.has(id)) shared.add(id);
      else seen.add(id);
  return shared;
}

/** Inputs that several tasks read, such as a trajectory: fetched and verified once, then linked. */
export class SharedInputs {
  readonly #folder: string;
  readonly #tasks: () => readonly RunTask[];
  #shared: ReadonlySet<string> | undefined;
  readonly #kept = new Map<string, Promise<string | TaskFault>>();

  constructor(scratch: string, tasks: () => readonly RunTask[]) {
    this.#folder = join(scratch, "shared");
    this.#tasks = tasks;
  }

  isShared(file: TaskFile): boolean {
    this.#shared ??= sharedBy(this.#tasks());
    return isWhole(file) && this.#shared.has(idOf(file));
  }

  /** The path of the file, or why there is none; a fault is not remembered. */
  async fetch(file: TaskFile, calls: StoreCalls): Promise<string | TaskFault> {
    const id = idOf(file);
    const kept = this.#kept.get(id) ?? this.#fetchNew(file, calls);
    this.#kept.set(id, kept);
    const result = await kept.catch((error: unknown) => {
      this.#kept.delete(id);
      throw error;
    });
    if (typeof result !== "string") this.#kept.delete(id);
    return result;
  }

  async #fetchNew(file: TaskFile, calls: StoreCalls): Promise<string | TaskFault> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const target = join(this.#folder, randomUUID());
    // Loaded with the first such file, as `load-later.ts` says.
    const { fetchFile } = await import("./fetch-file.ts");
    return (await fetchFile(file, target, calls)) ?? target;
  }
}
