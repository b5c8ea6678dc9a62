import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const CHUNK = Buffer.alloc(16_777_216);
/** What lands, what is made of it, and the browser's own buffers. */
const TIMES_STORED = 3;

/**
 * Lets every run start on the same ground: what was written before has reached the disk, and there is
 * memory for what will be written. A virtual machine gets memory from its host when it touches it for
 * the first time, and storing a byte in such memory takes more than twice as long: whoever came
 * first would pay for those who follow. So that much is written and removed again.
 */
export function evenGround(place: string, bytes: number): void {
  const path = join(place, "ground");
  const file = openSync(path, "w");
  for (let written = 0; written < TIMES_STORED * bytes; written += CHUNK.length)
    writeSync(file, CHUNK);
  closeSync(file);
  rmSync(path);
  execFileSync("sync");
}
