import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tasksWithoutResult } from "../compute/task-results.ts";

const CLAIM = /^claim-(\d+)$/;
const ELEMENT = /^element-/;

/** Of the tasks without a result, which element has taken which; null of one that nobody has. */
export async function openTasks(
  folder: string,
  tasks: number,
): Promise<Map<number, number | null>> {
  const open = new Map<number, number | null>();
  for (const task of await tasksWithoutResult(folder, tasks)) open.set(task, null);
  if (open.size === 0) return open;
  for (const name of readdirSync(folder)) {
    const task = Number(CLAIM.exec(name)?.[1] ?? Number.NaN);
    if (!open.has(task)) continue;
    const element = readFileSync(join(folder, name), "utf8");
    open.set(task, element === "" ? null : Number(element));
  }
  return open;
}

/**
 * Takes every claim back, so that the elements of a new job take what is left; executions of a former
 * job that the engine lost, should any run, are no longer the valid ones.
 */
export function clearClaims(folder: string): void {
  for (const name of readdirSync(folder))
    if (CLAIM.test(name) || ELEMENT.test(name)) rmSync(join(folder, name), { force: true });
}
