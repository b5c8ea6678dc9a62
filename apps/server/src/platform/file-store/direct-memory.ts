/** What is read or written by one call. */
const MEMORY_BYTES = 4_194_304;
/** Offsets and lengths are multiples of it: no disk has larger blocks. */
export const BLOCK_BYTES = 65_536;
/** Memories that were given back which are kept for the next. */
const MOST_IDLE = 8;
const idle: Uint8Array[] = [];

/** V8 has a resizable buffer begin with a page of memory, as a disk wants that takes bytes from it. */
export const newMemory = (): Uint8Array =>
  new Uint8Array(new ArrayBuffer(MEMORY_BYTES, { maxByteLength: MEMORY_BYTES }));

/** Memory to go past the page cache with; give it back after use. */
export const takeMemory = (): Uint8Array => idle.pop() ?? newMemory();

export function giveMemoryBack(...memories: readonly Uint8Array[]): void {
  for (const memory of memories) if (idle.length < MOST_IDLE) idle.push(memory);
}
