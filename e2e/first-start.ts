import { cp, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Names the data folder of the run's first start; servers begin on an empty one where it is unset. */
export const FIRST_START = "SWATH_TEST_FIRST_START";

/** What tells of the process and the logs of the first start alone. */
const LEFT = new Set(["lock.db", "lock.txt", "logs", "socket"]);

/** Fills an empty data folder with a copy of what the run's first start left in its own. */
export async function copyFirstStart(data: string): Promise<void> {
  const first = process.env[FIRST_START];
  if (first === undefined) return;
  // Elsewhere where PostgreSQL's account cannot enter the temporary folders: a copy would lack it.
  const database = await stat(join(first, "postgres")).catch(() => undefined);
  if (database === undefined) return;
  await mkdir(data, { recursive: true });
  for (const name of await readdir(first))
    if (!LEFT.has(name))
      await cp(join(first, name), join(data, name), { recursive: true, preserveTimestamps: true });
}
