import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A program may have taken away rights, or something may still be mounted there.
  }
}

/**
 * A folder of this runner alone, named by its run and its part of it: what former, killed runners of
 * the same name left is removed. Answers how to remove this one.
 */
export function makeOwnScratch(
  scratch: string,
  name: string,
): { readonly folder: string; readonly remove: () => void } {
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  for (const left of readdirSync(scratch))
    if (left.startsWith(`${name}.`)) remove(join(scratch, left));
  const folder = join(scratch, `${name}.${randomUUID()}`);
  mkdirSync(folder, { mode: 0o700 });
  return { folder, remove: () => remove(folder) };
}
