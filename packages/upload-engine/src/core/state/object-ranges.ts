import {
  leastPieceBytes,
  type PieceRange,
  type PlannedObject,
  type UploadProgress,
} from "@swath/contract/uploads";
import { remainingOf } from "./ranges.ts";

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
