/**
 * Frees the memory of an array, which is empty then. Large arrays that wait for the garbage collector
 * take memory twice.
 */
export function freeArray({ buffer }: Float32Array<ArrayBuffer>): void {
  buffer.transfer(0);
}
