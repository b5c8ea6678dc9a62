import { PIECE_BYTES } from "@swath/contract/uploads";
import type { SourceRun } from "../ports/preparer.ts";

/** Bytes are not held but told: a run of a file is written as its path and its range. */
function tell({ file, offset }: SourceRun, from: number, length: number): string {
  return `${file.path}:${offset + from}+${length}`;
}

const NOTHING = new ArrayBuffer(PIECE_BYTES);
const tales = new WeakMap<Uint8Array, string>();

/** Bytes of a piece's length that hold nothing but its tale; all share one memory. */
export function bytesOf(tale: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(NOTHING, 0, length);
  tales.set(bytes, tale);
  return bytes;
}

export function taleOf(bytes: Uint8Array): string {
  const tale = tales.get(bytes);
  if (tale === undefined) throw new Error("these bytes tell nothing");
  return tale;
}

/** A told piece as it is once compressed. */
export function zip(told: string): string {
  return `z(${told})`;
}

/** Stored bytes of a piece of so many source bytes. */
export function zippedSize(sourceBytes: number): number {
  return Math.ceil(sourceBytes / 2) + 10;
}

/** The pieces of a run, of 8 MB at most. */
export function piecesOf(run: SourceRun): { told: string; size: number }[] {
  const pieces: { told: string; size: number }[] = [];
  for (let from = 0; from < run.length; from += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, run.length - from);
    const told = tell(run, from, length);
    pieces.push(
      run.zipped ? { told: zip(told), size: zippedSize(length) } : { told, size: length },
    );
  }
  return pieces;
}

/** What the stored bytes of an object must tell. */
export function storedTale(runs: readonly SourceRun[]): string {
  return runs
    .flatMap(piecesOf)
    .map(({ told }) => told)
    .join("|");
}

/** FNV-1a in 32 bits, as 8 hex digits. */
function fnv(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

export function fakeXxh128(run: SourceRun): string {
  return fnv(tell(run, 0, run.length)).repeat(4);
}

/** In the shape of a wire checksum. */
export function fakeChecksum(tale: string): string {
  return `${fnv(tale).slice(0, 6)}==`;
}
