/**
 * Gives a chunk's memory back at once; nobody may use the chunk any more. Left to the garbage
 * collector, a stream of buffers makes it mark the whole heap again every few tens of megabytes,
 * which takes more processor time than receiving them. A chunk that is but a part of its memory is
 * left alone: others may have the rest.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
