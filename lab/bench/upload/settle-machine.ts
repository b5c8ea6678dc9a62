import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const CHUNK = Buffer.alloc(16_777_216);
/** What lands, what is made of it, and the browser's own buffers. */
const TIMES_STORED = 3;

/**
 * Starts every run under the same conditions: earlier writes have reached the disk, and the memory
 * for the next ones is there. A virtual machine gets memory from its host on the first touch, and
 * storing a byte in such memory takes more than twice as long: the first run would pay for the
 * others. So that much is written and removed again.
 */
export function settleMachine(place: string, bytes: number): void {
  const path = join(place, "ground");
  const file = openSync(path, "w");
  for (let written = 0; written < TIMES_STORED * bytes; written += CHUNK.length)
    writeSync(file, CHUNK);
  closeSync(file);
  rmSync(path);
  execFileSync("sync");
}
