import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A hundred thousand valid names, or as many that match no rule. */
export type NameKind = "valid" | "invalid";

const FILES_PER_FOLDER = 5000;

/** Writes a folder of files of one byte: only their names are judged. Gives its path. */
export function writeNames(place: string, folder: string, kind: NameKind, count: number): string {
  const root = join(place, folder);
  const gps = join(root, "MM1", "GPS");
  mkdirSync(gps, { recursive: true });
  writeFileSync(join(gps, "session_0001.dat"), "x");
  const suffix = kind === "valid" ? "raw" : "xyz";
  for (let n = 1; n < count; n++) {
    const inner = join(root, "MM2", `block_${String(Math.floor(n / FILES_PER_FOLDER))}`);
    if (n === 1 || n % FILES_PER_FOLDER === 0) mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, `image_${String(n).padStart(6, "0")}.${suffix}`), "x");
  }
  return root;
}
