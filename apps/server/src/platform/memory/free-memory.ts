/**
 * Gives back at once the memory that a chunk is cut from; it must not be used any more. Left to the
 * garbage collector, a stream of buffers makes it mark the whole heap again every few tens of
 * megabytes, which takes more processor time than the stream itself.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  // Small buffers are cut from pools of that size, which others share; none takes a whole pool.
  const isPool = buffer.byteLength === Buffer.poolSize && byteLength < buffer.byteLength;
  if (buffer instanceof ArrayBuffer && !isPool) buffer.transfer(0);
}

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
