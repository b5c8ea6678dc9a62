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
