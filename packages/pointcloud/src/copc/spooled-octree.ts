import type { NodeKey } from "./copc-records.ts";
import { MemoryOctree, type OctreeBuild } from "./memory-octree.ts";
import {
  cellOf,
  DEEPEST,
  keyOf,
  newPlaces,
  partOf,
  type Places,
  TakenCells,
} from "./octree-cube.ts";
import { type PointSpool, type SpoolPart, SpoolParts } from "./point-spool.ts";

/** Most levels that points are divided by at once: 73 nodes, and 512 parts below them. */
const MOST_LEVELS = 3;
const PARTS = 8;
/** Records that are read at once. */
const BATCH = 65_536;

const nameOf = ({ level, x, y, z }: NodeKey): string => `${level}-${x}-${y}-${z}`;

/** A part that points were divided into: those of a node, or all below one. */
interface DividedPart extends Pick<SpoolPart, "name" | "points"> {
  readonly key: NodeKey;
}

/** Writes an octree of points that have no place in memory: divided by level, until they have. */
export class SpooledOctree {
  readonly #build: OctreeBuild;
  readonly #spool: PointSpool;
  readonly #memory: MemoryOctree;
  readonly #memoryPoints: number;

  constructor(build: OctreeBuild, spool: PointSpool, memoryPoints: number) {
    this.#build = build;
    this.#spool = spool;
    this.#memory = new MemoryOctree(build);
    this.#memoryPoints = memoryPoints;
  }

  /** Writes the part of the octree of a spooled part, which it removes. */
  async write(part: string, points: number, level: number): Promise<void> {
    if (points <= this.#memoryPoints)
      return await this.#memory.write(await this.#take(part, points), level);
    const below = level + levelsOf(points / this.#memoryPoints);
    if (below > DEEPEST) throw new RangeError(`${points} points in one place have no octree`);
    const parts = await this.#divide(part, points, level, below);
    await this.#spool.remove(part);
    for (const { name, key, points: own } of parts)
      if (key.level < below) await this.#build.nodes.write(key, await this.#take(name, own));
    for (const { name, key, points: own } of parts)
      if (key.level === below) await this.write(name, own, key.level);
  }

  /** Reads a part and removes it. */
  async #take(part: string, points: number): Promise<Uint8Array> {
    const records = await this.#spool.read(part, 0, points * this.#build.recordBytes);
    await this.#spool.remove(part);
    return records;
  }

  /** Takes each point to the first node from the level on in which its cell is free, or below them. */
  async #divide(
    part: string,
    points: number,
    level: number,
    below: number,
  ): Promise<readonly DividedPart[]> {
    const { recordBytes, cube, nodePoints } = this.#build;
    const spools = new SpoolParts(this.#spool, recordBytes);
    const division = new Division(spools, { level, below, nodePoints });
    for (let done = 0; done < points; done += BATCH) {
      const count = Math.min(BATCH, points - done);
      const from = done * recordBytes;
      const records = await this.#spool.read(part, from, from + count * recordBytes);
      const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
      for (const [axis, column] of Object.values(division.places).entries())
        cube.places(view, recordBytes, axis as 0 | 1 | 2, column);
      for (let point = 0; point < count; point += 1) {
        const room = division.spools.add(division.partOf(point), records, point * recordBytes);
        if (room !== undefined) await room;
      }
    }
    await division.spools.end();
    return division.parts();
  }
}

/** Levels after which ground, of four parts in each, has a place in memory. */
function levelsOf(times: number): number {
  const levels = Math.ceil(Math.log2(times) / 2);
  return Math.max(1, Math.min(MOST_LEVELS, levels));
}

/** Levels of nodes, from one on and above another, and the most points of each. */
interface DividedLevels {
  readonly level: number;
  readonly below: number;
  readonly nodePoints: number;
}

/** Divides points among nodes of some levels, and what lies below them. */
class Division {
  readonly spools: SpoolParts;
  readonly places: Places = newPlaces(BATCH);
  readonly #levels: DividedLevels;
  readonly #taken: (TakenCells | undefined)[] = [];
  readonly #keys: NodeKey[] = [];

  constructor(spools: SpoolParts, levels: DividedLevels) {
    this.spools = spools;
    this.#levels = levels;
  }

  /** The number of a point's part: nodes level by level, each in the order of its parents. */
  partOf(point: number): number {
    let [number, first] = [0, 0];
    for (let { level } = this.#levels; ; level += 1) {
      if (this.spools.parts[first + number] === undefined)
        this.#begin(first + number, level, point);
      if (level === this.#levels.below || this.#takes(first + number, level, point))
        return first + number;
      number = number * PARTS + partOf(this.places, point, level);
      first = first * PARTS + 1;
    }
  }

  #begin(number: number, level: number, point: number): void {
    const key = keyOf(this.places, point, level);
    const isBelow = level === this.#levels.below;
    this.#keys[number] = key;
    this.spools.begin(number, isBelow ? nameOf(key) : `${nameOf(key)}-own`);
    if (!isBelow) this.#taken[number] = new TakenCells();
  }

  #takes(number: number, level: number, point: number): boolean {
    const { points } = this.spools.parts[number]!;
    const cell = cellOf(this.places, point, level);
    return points < this.#levels.nodePoints && this.#taken[number]!.take(cell);
  }

  parts(): DividedPart[] {
    return this.spools.parts.flatMap((part, number) =>
      part === undefined || part.points === 0
        ? []
        : [{ name: part.name, points: part.points, key: this.#keys[number]! }],
    );
  }
}
