import type { ByteSink } from "../las/index.ts";

/** A file in memory: a sink, and a source of what was written. */
export interface MemoryFile extends ByteSink {
  readonly size: number;
  readonly read: (start: number, end: number) => Promise<Uint8Array>;
  bytes(): Uint8Array;
}

export function memoryFile(): MemoryFile {
  let room = new Uint8Array(65_536);
  let size = 0;
  return {
    async write(bytes) {
      if (size + bytes.length > room.length) {
        const larger = new Uint8Array((size + bytes.length) * 2);
        larger.set(room);
        room = larger;
      }
      room.set(bytes, size);
      size += bytes.length;
    },
    async overwrite(at, bytes) {
      room.set(bytes, at);
    },
    get size() {
      return size;
    },
    read: async (start, end) => room.slice(start, Math.min(end, size)),
    bytes: () => room.slice(0, size),
  };
}
