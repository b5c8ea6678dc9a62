import { CLASS, isLast, isUsed, type PointBlock } from "../points/index.ts";
import type { CrowdedBoxes } from "./crowded-boxes.ts";
import { SURFACE } from "./surface-of-cells.ts";
import type { TerrainModel } from "./terrain-model.ts";

/** Heights above the terrain from which on vegetation is medium and high, m. */
const MEDIUM_VEGETATION = 2;
const HIGH_VEGETATION = 5;
/** A point this far below all ground around is noise, m. */
const BELOW = 0.7;
/** The same where the ground is guessed: under a deck, and without any around. */
const BELOW_GUESSED = 1.4;
/** The least height of what may hang alone in the air, m. */
const ALONE_ABOVE = 3;
/** How far points of roofs and decks lie off them, m; what stands on them, and walls from how high on. */
const ROOF = 0.3;
const ON_ROOF = 3;
const ON_DECK = 1.5;
const WALL_FOOT = 0.7;
/** A step of the ground between cells side by side: what is between is its wall, m. */
const STEP = 0.8;

/** Metres in a unit of x, y and z of a block. */
export interface BlockScale {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/**
 * Classes of a block's points, written to `classes` (LAS 1.4-R15, table 17): 2 for last returns on the ground,
 * 6, 9 and 17 on roofs, water and decks, 3 to 5 by height above the ground, 7 for points far below it, 18 for
 * those alone in the air, else 1. Withheld points and noise keep their class.
 */
export function classifyPoints(
  block: PointBlock,
  scale: BlockScale,
  { terrain, boxes }: { readonly terrain: TerrainModel; readonly boxes: CrowdedBoxes },
  threshold: number,
  classes: Uint8Array,
): void {
  const around = new Surroundings(terrain, Math.max(threshold, terrain.tolerance));
  for (let point = 0; point < block.count; point += 1) {
    if (!isUsed(block, point)) {
      classes[point] = block.classification[point]!;
      continue;
    }
    const [x, y] = [block.x[point]! * scale.x, block.y[point]! * scale.y];
    const z = block.z[point]! * scale.z;
    const of = around.classOf(x, y, z, isLast(block, point), block.returnCount[point]! > 1);
    const isHigh = of !== CLASS.ground && of !== CLASS.lowNoise && around.above > ALONE_ABOVE;
    classes[point] = isHigh && boxes.isAlone(x, y, z) ? CLASS.highNoise : of;
  }
}

/** A surface beside a point: its height there, the least that it says, and how far it is; m. */
interface Near {
  readonly height: number;
  readonly lowest: number;
  readonly distance: number;
}

/** The surfaces of the nine cells around a point, and how far it is from them. */
class Surroundings {
  readonly #terrain: TerrainModel;
  readonly #tolerance: number;
  /** Height over the terrain of the latest point, m. */
  above = 0;
  /** Least distance from ground, roofs, decks, water and things, m; the ground's lowest and highest. */
  #ground = Infinity;
  #roof = Infinity;
  #deck = Infinity;
  #water = Infinity;
  #thing = Infinity;
  #underRoof = false;
  #low = Infinity;
  #high = -Infinity;

  constructor(terrain: TerrainModel, tolerance: number) {
    this.#terrain = terrain;
    this.#tolerance = tolerance;
  }

  classOf(x: number, y: number, z: number, last: boolean, multiple: boolean): number {
    const terrain = this.#terrain;
    const [column, row] = [terrain.columnOf(x), terrain.rowOf(y)];
    const kind = terrain.kindAt(column, row);
    this.above = z - terrain.terrainAt(column, row);
    if (kind !== SURFACE.none) {
      const over = (z - terrain.heightOf(column, row, x, y)) * terrain.cosineOf(column, row);
      if (isGround(kind)) this.above = over;
      const own = this.#ownClass(kind, over, last, multiple);
      if (own !== undefined) return own;
    }
    this.#look(column, row, x, y, z);
    if (last && this.#isGround(z, isGround(kind))) return CLASS.ground;
    if (this.#deck <= ROOF) return CLASS.bridge;
    if (this.#water <= this.#tolerance) return CLASS.water;
    if (this.#roof <= ROOF) return CLASS.building;
    if (this.#underRoof && !multiple && this.above > WALL_FOOT) return CLASS.building;
    if (this.#thing <= ROOF) return CLASS.unclassified;
    const below = Math.min(this.#low, z - this.above) - z;
    const isKnown = this.#low < Infinity && this.#deck === Infinity;
    if (below > (isKnown ? BELOW : BELOW_GUESSED)) return CLASS.lowNoise;
    return this.#byHeight();
  }

  /** The class of a point on the surface of its own cell. */
  #ownClass(kind: number, over: number, last: boolean, multiple: boolean): number | undefined {
    if (isGround(kind)) return last && Math.abs(over) <= this.#tolerance ? CLASS.ground : undefined;
    if (kind === SURFACE.water)
      return Math.abs(over) <= 2 * this.#tolerance ? CLASS.water : undefined;
    if (kind === SURFACE.bridge) return over >= -ROOF && over <= ON_DECK ? CLASS.bridge : undefined;
    if (kind === SURFACE.thing)
      return this.above > this.#tolerance && over <= 2 * ROOF ? CLASS.unclassified : undefined;
    const isOn = over <= ROOF || (!multiple && over <= ON_ROOF);
    return isOn && this.above > WALL_FOOT ? CLASS.building : undefined;
  }

  #look(column: number, row: number, x: number, y: number, z: number): void {
    this.#ground = this.#roof = this.#deck = this.#water = this.#thing = this.#low = Infinity;
    this.#high = -Infinity;
    this.#underRoof = false;
    for (let r = row - 1; r <= row + 1; r += 1)
      for (let c = column - 1; c <= column + 1; c += 1) {
        const kind = this.#terrain.kindAt(c, r);
        if (kind === SURFACE.none) continue;
        const height = this.#terrain.heightOf(c, r, x, y);
        const distance = Math.abs(z - height) * this.#terrain.cosineOf(c, r);
        // A steep plane says nothing of the ground far below it.
        const lowest = Math.max(height, this.#terrain.middleOf(c, r));
        this.#see(kind, { height, lowest, distance }, z);
      }
  }

  #see(kind: number, { height, lowest, distance }: Near, z: number): void {
    if (isGround(kind)) {
      this.#ground = Math.min(this.#ground, distance);
      this.#low = Math.min(this.#low, lowest);
      if (kind === SURFACE.ground) this.#high = Math.max(this.#high, height);
    } else if (kind === SURFACE.building) {
      this.#roof = Math.min(this.#roof, distance);
      this.#underRoof ||= z < height;
    } else if (kind === SURFACE.bridge) this.#deck = Math.min(this.#deck, distance);
    else if (kind === SURFACE.water) {
      this.#water = Math.min(this.#water, distance);
      this.#low = Math.min(this.#low, lowest);
    } else this.#thing = Math.min(this.#thing, distance);
  }

  /** Near a plane of the ground, or on the wall between two in a cell of the ground. */
  #isGround(z: number, isOwn: boolean): boolean {
    if (this.#ground <= this.#tolerance) return true;
    return (
      isOwn && this.#high - this.#low > STEP && z <= this.#high + this.#tolerance && z >= this.#low
    );
  }

  #byHeight(): number {
    if (this.above >= HIGH_VEGETATION) return CLASS.highVegetation;
    if (this.above >= MEDIUM_VEGETATION) return CLASS.mediumVegetation;
    return this.above > this.#tolerance / 2 ? CLASS.lowVegetation : CLASS.unclassified;
  }
}

const isGround = (kind: number): boolean => kind === SURFACE.ground || kind === SURFACE.rough;
