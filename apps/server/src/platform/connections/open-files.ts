import { readFileSync } from "node:fs";

/** How many files and connections this process may have open; Infinity where the system does not say. */
export function openFiles(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}
