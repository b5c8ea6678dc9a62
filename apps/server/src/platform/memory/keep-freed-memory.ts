import { freeMemory } from "./free-memory.ts";

/** Half of what is to be kept. */
const LEARNT_BYTES = 17_825_792;

/**
 * Has glibc keep what is freed, up to 34 MB, for what is asked for next: it keeps twice the largest
 * block that was freed so far (mallopt(3), M_MMAP_THRESHOLD). Else each buffer of some megabytes is
 * given back to the system and comes anew, page by page, each with a fault. Other systems do not mind.
 */
export function keepFreedMemory(): void {
  freeMemory(Buffer.allocUnsafeSlow(LEARNT_BYTES));
}
