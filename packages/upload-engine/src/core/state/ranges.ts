import type { PieceRange } from "@swath/contract/uploads";

/** What an object lacks, and the landed pieces that stay; together they are the whole object. */
export interface Remaining {
  readonly missing: readonly PieceRange[];
  readonly kept: readonly PieceRange[];
}

interface Stretch {
  readonly offset: number;
  readonly length: number;
  readonly isLanded: boolean;
}

/**
 * Which source bytes of an object of `length` bytes are still to be sent, given what landed of it.
 *
 * ranges/R1 missing and kept together are the whole object, and nothing is in both;
 * ranges/R2 a gap shorter than `minimum` takes in the shorter of the landed pieces beside it, until
 *    it is long enough or the whole object; the last one needs `leastLast` bytes only;
 * ranges/R3 a landed piece that overlaps an earlier one or reaches beyond the object counts for nothing.
 */
export function remainingOf(
  length: number,
  landed: readonly PieceRange[],
  minimum: number,
  leastLast = minimum,
): Remaining {
  const isShort = ({ offset, length: bytes, isLanded }: Stretch): boolean =>
    !isLanded && bytes < (offset + bytes === length ? leastLast : minimum);
  let stretches = stretchesOf(length, landed);
  for (;;) {
    const short = stretches.findIndex(isShort);
    if (short === -1 || stretches.length === 1) break;
    stretches = widen(stretches, short);
  }
  return {
    missing: stretches.filter((s) => !s.isLanded).map(rangeOf),
    kept: stretches.filter((s) => s.isLanded).map(rangeOf),
  };
}

const rangeOf = ({ offset, length }: Stretch): PieceRange => ({ offset, length });

/** ranges/R3 Landed pieces and the gaps between them, in order. */
function stretchesOf(length: number, landed: readonly PieceRange[]): Stretch[] {
  const stretches: Stretch[] = [];
  let at = 0;
  for (const piece of landed.toSorted((a, b) => a.offset - b.offset)) {
    if (piece.offset < at || piece.offset + piece.length > length) continue;
    if (piece.offset > at)
      stretches.push({ offset: at, length: piece.offset - at, isLanded: false });
    stretches.push({ ...piece, isLanded: true });
    at = piece.offset + piece.length;
  }
  if (at < length || length === 0)
    stretches.push({ offset: at, length: length - at, isLanded: false });
  return stretches;
}

/** ranges/R2 Joins a gap with a landed piece beside it, and with the gap beyond that piece. */
function widen(stretches: readonly Stretch[], gap: number): Stretch[] {
  const lengthAt = (i: number): number => stretches[i]?.length ?? Infinity;
  const isBefore = lengthAt(gap - 1) < lengthAt(gap + 1);
  const taken = isBefore ? gap - 1 : gap + 1;
  const beyond = isBefore ? taken - 1 : taken + 1;
  const isGapBeyond = stretches[beyond]?.isLanded === false;
  const joined = isGapBeyond ? [gap, taken, beyond] : [gap, taken];
  const [first, last] = [Math.min(...joined), Math.max(...joined)];
  const { offset } = stretches[first]!;
  const end = stretches[last]!.offset + stretches[last]!.length;
  return stretches.toSpliced(first, joined.length, {
    offset,
    length: end - offset,
    isLanded: false,
  });
}

/**
 * How much of a missing range of `rest` bytes is cut off: about `wanted`, but at least `minimum`, and
 * what then remains has at least `leastRest`.
 */
export function cutLength(
  rest: number,
  wanted: number,
  minimum: number,
  leastRest = minimum,
): number {
  const length = Math.max(minimum, Math.floor(wanted));
  return rest - length < leastRest ? rest : length;
}
