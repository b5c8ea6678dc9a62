import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Names the data folder of the run's first start; servers begin on an empty one where it is unset. */
export const FIRST_START = "SWATH_TEST_FIRST_START";

/** What a first start makes at some cost. Keys and secrets are each server's own. */
const COPIED = ["objects", "postgres", "runs"];
const NOTE = "postgres.json";

const noteSchema = z.looseObject({ folder: z.string(), socket: z.string().optional() });

/** Fills an empty data folder with what the run's first start left in its own. */
export async function copyFirstStart(data: string): Promise<void> {
  const first = process.env[FIRST_START];
  if (first === undefined) return;
  const { socket: _, ...note } = noteSchema.parse(
    JSON.parse(await readFile(join(first, NOTE), "utf8")),
  );
  // Elsewhere where PostgreSQL's account cannot enter the temporary folders: nothing to be copied.
  if (note.folder !== join(first, "postgres")) return;
  await mkdir(data, { recursive: true });
  for (const name of COPIED)
    await cp(join(first, name), join(data, name), { recursive: true, preserveTimestamps: true });
  const moved = JSON.stringify({ ...note, folder: join(data, "postgres") });
  await writeFile(join(data, NOTE), moved, { mode: 0o600 });
}
