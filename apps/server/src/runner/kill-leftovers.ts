import { killMarked } from "../platform/compute/processes/marked-processes.ts";

/** Ends what an earlier, killed runner left of tasks on this machine, before they are executed again. */
export async function killLeftovers(key: string, tasks: readonly number[]): Promise<void> {
  const meant = new Set(tasks.map(String));
  await killMarked((mark) => {
    const [of, task] = mark.split("/");
    return of === key && task !== undefined && meant.has(task);
  });
}
