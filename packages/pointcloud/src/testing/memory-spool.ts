import type { PointSpool } from "../copc/index.ts";
import { memoryFile, type MemoryFile } from "./memory-file.ts";

/** A spool in memory that knows how many parts it has. */
export interface MemorySpool extends PointSpool {
  /** Parts that are there, and the most that there were at once. */
  readonly parts: number;
  readonly mostParts: number;
}

export function memorySpool(): MemorySpool {
  const parts = new Map<string, MemoryFile>();
  let mostParts = 0;
  return {
    async append(part, bytes) {
      const file = parts.get(part) ?? memoryFile();
      parts.set(part, file);
      mostParts = Math.max(mostParts, parts.size);
      await file.write(bytes);
    },
    read: async (part, start, end) => (await parts.get(part)?.read(start, end)) ?? new Uint8Array(),
    async remove(part) {
      parts.delete(part);
    },
    get parts() {
      return parts.size;
    },
    get mostParts() {
      return mostParts;
    },
  };
}
