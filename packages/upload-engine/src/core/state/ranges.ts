import {
  leastPieceBytes,
  type PieceRange,
  type PlannedObject,
  type UploadProgress,
} from "@swath/contract/uploads";

/** A range of an object's source bytes, `offset` counted from its first. */
export interface Task extends PieceRange {
  /** Index of the object in the plan. */
  readonly index: number;
}

/** What the server says of one upload: names of unfinished objects, and what landed of some of them. */
export interface Unfinished {
  readonly names: readonly string[];
  readonly landedPieces: Readonly<Record<string, readonly PieceRange[]>>;
}

export function unfinishedOf(progress: UploadProgress): Unfinished {
  return { names: progress.remaining_task_key_list, landedPieces: progress.landed_pieces };
}

/** Which source bytes of each object of a plan have landed. */
export class ObjectRanges {
  readonly objects: readonly PlannedObject[];
  /** Least bytes of a piece that is not its file's last. */
  readonly minimum: number;
  readonly #landed = new Set<number>();
  /** Of objects that have landed in part. */
  readonly #pieces = new Map<number, PieceRange[]>();

  constructor(objects: readonly PlannedObject[], minimum: number, unfinished?: Unfinished) {
    this.objects = objects;
    this.minimum = minimum;
    if (unfinished === undefined) return;
    const names = new Set(unfinished.names);
    for (const [index, { name }] of objects.entries())
      if (!names.has(name)) this.#landed.add(index);
    this.#takePieces(unfinished.landedPieces);
  }

  isLanded(index: number): boolean {
    return this.#landed.has(index);
  }

  landedBytes(index: number): number {
    const object = this.objects[index]!;
    if (this.#landed.has(index)) return object.sourceBytes;
    return (this.#pieces.get(index) ?? []).reduce((sum, { length }) => sum + length, 0);
  }

  /** Adds a range; it overlaps none that has landed. */
  land({ index, offset, length }: PieceRange & { readonly index: number }): void {
    this.#pieces.set(index, [...(this.#pieces.get(index) ?? []), { offset, length }]);
    if (this.landedBytes(index) < this.objects[index]!.sourceBytes) return;
    this.#pieces.delete(index);
    this.#landed.add(index);
  }

  /** Takes back what the server misses; an object that it does not name keeps what it has. */
  miss({ names, landedPieces }: Unfinished): void {
    const missed = new Set(names);
    for (const [index, { name }] of this.objects.entries()) {
      if (!missed.has(name)) continue;
      this.#landed.delete(index);
      this.#pieces.delete(index);
    }
    this.#takePieces(landedPieces);
  }

  /** All that has not landed, in the order of the plan. */
  *missing(): Generator<PieceRange & { readonly index: number }> {
    for (const [index, { sourceBytes }] of this.objects.entries()) {
      if (this.#landed.has(index)) continue;
      const { missing, kept } = remainingOf(
        sourceBytes,
        this.#pieces.get(index) ?? [],
        this.minimum,
        leastPieceBytes(sourceBytes, sourceBytes, this.minimum),
      );
      if (kept.length > 0) this.#pieces.set(index, [...kept]);
      else this.#pieces.delete(index);
      for (const { offset, length } of missing) yield { index, offset, length };
    }
  }

  #takePieces(landedPieces: Unfinished["landedPieces"]): void {
    for (const [index, object] of this.objects.entries()) {
      const pieces = Object.hasOwn(landedPieces, object.name) ? landedPieces[object.name] : [];
      if (this.#landed.has(index) || pieces === undefined || pieces.length === 0) continue;
      if (object.segments.length === 1) this.#pieces.set(index, [...pieces]);
    }
  }
}

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
 * send/G1 missing and kept together are the whole object, and nothing is in both;
 * send/G2 a gap shorter than `minimum` takes in the shorter of the landed pieces beside it, until
 *    it is long enough or the whole object; the last one needs `leastLast` bytes only;
 * send/G3 a landed piece that overlaps an earlier one or reaches beyond the object counts for nothing.
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

/** send/G3 Landed pieces and the gaps between them, in order. */
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

/** send/G2 Joins a gap with a landed piece beside it, and with the gap beyond that piece. */
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
