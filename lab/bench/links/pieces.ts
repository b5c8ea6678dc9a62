import { closeSync, mkdirSync, openSync, readSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const PIECE_BYTES = 6_000_000;

/** Cuts files into pieces of 6 MB at most, each a file of its own. */
export function cutFiles(into: string, paths: readonly string[]): string[] {
  mkdirSync(into, { recursive: true });
  return paths.flatMap((path, at) => cut(path, join(into, `${at}-${basename(path)}`)));
}

function cut(path: string, name: string): string[] {
  const { size } = statSync(path);
  const file = openSync(path, "r");
  try {
    return Array.from({ length: Math.ceil(size / PIECE_BYTES) }, (_, n) => {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - n * PIECE_BYTES));
      readSync(file, piece, 0, piece.length, n * PIECE_BYTES);
      writeFileSync(`${name}.${n}`, piece);
      return `${name}.${n}`;
    });
  } finally {
    closeSync(file);
  }
}
