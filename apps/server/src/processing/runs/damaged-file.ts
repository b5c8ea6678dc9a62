import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { z } from "zod";

/** A file of a run's folder that will never be read: not one that is only away. */
export class DamagedFile extends Error {
  constructor(path: string, cause?: unknown) {
    super(`The file ${basename(path)} of its run is damaged`, { cause });
  }
}

async function isGone(path: string, error: unknown): Promise<boolean> {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return false;
  // A folder that is gone with it may be on a disk that is away.
  return stat(dirname(path)).then(
    () => true,
    () => false,
  );
}

/** Reads a file of a run's folder; throws {@link DamagedFile} where it will never be readable. */
export async function readWhole<T>(path: string, read: (path: string) => Promise<T>): Promise<T> {
  try {
    return await read(path);
  } catch (error) {
    const isGarbled = error instanceof SyntaxError || error instanceof z.ZodError;
    if (isGarbled || (await isGone(path, error))) throw new DamagedFile(path, error);
    throw error;
  }
}
