import type { FileSource } from "../file-source.ts";

/** How a file is damaged: it ends too early, ends in zeros, or contradicts its own header. */
export type DamageKind = "cutOff" | "zeros" | "contradiction";

/** Why a file is probably a copy that broke off. */
export interface Damage {
  readonly kind: DamageKind;
  /** A clause about the file, for people: `its last block ends 12 bytes behind the file`. */
  readonly reason: string;
}

/** The last bytes of a file. */
export interface Tail {
  readonly bytes: Uint8Array;
  /** Whether there is nothing but zeros in them. */
  readonly zeros: boolean;
}

/**
 * Judges a file of one format, beside its tail. `whole`: it holds all that it says, so that zeros at its
 * end are its own or padding; undefined where the format does not tell.
 */
export type JudgeFormat = (source: FileSource, tail: Tail) => Promise<Damage | "whole" | undefined>;

export const cutOff = (reason: string): Damage => ({ kind: "cutOff", reason });
export const zeros = (reason: string): Damage => ({ kind: "zeros", reason });
export const contradiction = (reason: string): Damage => ({ kind: "contradiction", reason });

/** A number of bytes, points, records: `12,345`. */
export const counted = (count: number): string => count.toLocaleString("en-GB");

/**
 * The usual cluster size of NTFS, ext4 and HFS+, and the least of exFAT: a copy that broke off
 * leaves whole clusters of zeros. Apart from the formats in docs/formats.md, no accepted file ends
 * in this many zeros.
 */
export const TAIL_BYTES = 4096;

export async function readTail(source: FileSource): Promise<Tail> {
  const bytes = await source.read(Math.max(0, source.size - TAIL_BYTES), source.size);
  return { bytes, zeros: isZero(bytes) };
}

export const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

export function zeroTail(size: number): Damage {
  return zeros(
    size <= TAIL_BYTES
      ? `all its ${counted(size)} bytes are zeros`
      : `its last ${counted(TAIL_BYTES)} bytes or more are zeros`,
  );
}

const PIECE_BYTES = 65_536;
const SEARCHED_BYTES = 16 * PIECE_BYTES;

/** The last 4 KB before the padding of zeros at a file's end; empty where 1 MB is zeros. */
export async function beforeZeros(source: FileSource): Promise<Uint8Array> {
  const least = Math.max(0, source.size - SEARCHED_BYTES);
  for (let to = source.size; to > least; to -= PIECE_BYTES) {
    const from = Math.max(0, to - PIECE_BYTES);
    const last = (await source.read(from, to)).findLastIndex((byte) => byte !== 0);
    const end = from + last + 1;
    if (last >= 0) return source.read(Math.max(0, end - TAIL_BYTES), end);
  }
  return new Uint8Array(0);
}
