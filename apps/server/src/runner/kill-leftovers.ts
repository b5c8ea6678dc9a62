import { killMarked, placeOf } from "../platform/local-compute/marked-processes.ts";

interface Run {
  readonly key: string;
  readonly folder: string;
}

/** Ends what an earlier, killed runner left of tasks on this machine, before they are executed again. */
export async function killLeftovers({ key, folder }: Run, tasks: readonly number[]): Promise<void> {
  const meant = new Set(tasks.map(String));
  const here = placeOf(folder);
  await killMarked((mark) => {
    const [of, task, place] = mark.split("/");
    return of === key && place === here && task !== undefined && meant.has(task);
  });
}
