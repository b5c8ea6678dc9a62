import type { NodeKey } from "./copc-records.ts";
import type { NodeFile } from "./node-file.ts";
import {
  cellOf,
  DEEPEST,
  keyOf,
  newPlaces,
  type OctreeCube,
  partOf,
  type Places,
  TakenCells,
} from "./octree-cube.ts";

/** One in so many points of the largest node: fewer have none of their own below one with room for them. */
const FEWEST = 100;
const PARTS = 8;

/** What a part of an octree is built with. */
export interface OctreeBuild {
  readonly cube: OctreeCube;
  readonly nodes: NodeFile;
  readonly recordBytes: number;
  /** Most points of a node. */
  readonly nodePoints: number;
}

/** Writes the part of an octree that records of a node make, which are all in memory. */
export class MemoryOctree {
  readonly #build: OctreeBuild;
  readonly #taken = new TakenCells();
  #records: Uint8Array = new Uint8Array();
  #places: Places = newPlaces(0);
  /** Numbers of the records, those of a node one behind the other; and room to sort them in. */
  #order = new Int32Array();
  #sorted = new Int32Array();

  constructor(build: OctreeBuild) {
    this.#build = build;
  }

  async write(records: Uint8Array, level: number): Promise<void> {
    const { cube, recordBytes } = this.#build;
    const points = records.length / recordBytes;
    if (points === 0) return;
    this.#records = records;
    if (this.#order.length < points) {
      this.#order = new Int32Array(points);
      this.#sorted = new Int32Array(points);
      this.#places = newPlaces(points);
    }
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
    for (const [axis, column] of Object.values(this.#places).entries())
      cube.places(view, recordBytes, axis as 0 | 1 | 2, column);
    for (let point = 0; point < points; point += 1) this.#order[point] = point;
    await this.#writeNode(level, 0, points);
  }

  /** Writes the node of numbers from a place on and before another, and those below it. */
  async #writeNode(level: number, from: number, to: number): Promise<void> {
    const key = keyOf(this.#places, this.#order[from]!, level);
    if (to - from <= this.#build.nodePoints || level >= DEEPEST)
      return await this.#writeRecords(key, from, to);
    const ends = this.#divide(level, from, to);
    await this.#writeRecords(key, from, ends[0]!);
    for (let part = 0; part < PARTS; part += 1)
      if (ends[part]! < ends[part + 1]!)
        await this.#writeNode(level + 1, ends[part]!, ends[part + 1]!);
  }

  /**
   * Sorts numbers: first those of the node, one of each cell, then those of its parts, one behind the
   * other; in each the order stays. Answers where the node and each part end.
   */
  #divide(level: number, from: number, to: number): readonly number[] {
    const [order, sorted, places] = [this.#order, this.#sorted, this.#places];
    const counts = this.#takeCells(level, from, to);
    const small = smallParts(counts, this.#build.nodePoints);
    const starts = [from];
    let end = from;
    for (const count of counts) starts.push((end += count));
    const at = [...starts];
    for (let index = from; index < to; index += 1) {
      const number = order[index]!;
      const group = number < 0 ? 0 : small[partOf(places, number, level)]!;
      sorted[at[group]!++] = number < 0 ? ~number : number;
    }
    order.set(sorted.subarray(from, to), from);
    return starts.slice(1);
  }

  /** Marks the numbers of the node; answers how many it and each of its parts have. */
  #takeCells(level: number, from: number, to: number): number[] {
    const [order, places, taken] = [this.#order, this.#places, this.#taken];
    const { nodePoints } = this.#build;
    const counts = Array.from({ length: PARTS + 1 }, () => 0);
    taken.clear();
    for (let index = from; index < to; index += 1) {
      const number = order[index]!;
      if (counts[0]! < nodePoints && taken.take(cellOf(places, number, level))) {
        order[index] = ~number;
        counts[0]! += 1;
      } else counts[partOf(places, number, level) + 1]! += 1;
    }
    return counts;
  }

  async #writeRecords(key: NodeKey, from: number, to: number): Promise<void> {
    const { recordBytes, nodes } = this.#build;
    const records = new Uint8Array((to - from) * recordBytes);
    for (let index = from, at = 0; index < to; index += 1, at += recordBytes) {
      const place = this.#order[index]! * recordBytes;
      records.set(this.#records.subarray(place, place + recordBytes), at);
    }
    await nodes.write(key, records);
  }
}

/**
 * The group that each part's points go to, the node's (0) where they are few, whose counts are
 * added to it.
 */
function smallParts(counts: number[], most: number): number[] {
  return Array.from({ length: PARTS }, (_, part) => {
    const points = counts[part + 1]!;
    if (points * FEWEST >= most || counts[0]! + points > most) return part + 1;
    counts[0]! += points;
    counts[part + 1] = 0;
    return 0;
  });
}
