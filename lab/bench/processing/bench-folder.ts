import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives a row a temporary folder, removed behind it. */
export async function inBenchFolder<Result>(
  use: (folder: (name: string) => string) => Promise<Result>,
): Promise<Result> {
  const root = mkdtempSync(join(tmpdir(), "swath-processing-"));
  try {
    return await use((name) => {
      const folder = join(root, name);
      mkdirSync(folder, { recursive: true });
      return folder;
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
