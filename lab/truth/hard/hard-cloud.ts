import { type HardRandom } from "./hard-random.ts";
import { type HardScene, type PlacedPlot } from "./hard-scene.ts";
import { type Plant, PLOT } from "./plot.ts";

/** Points of a scene and what each is in truth, by the classes of LAS 1.4-R15, table 17. */
export interface HardCloud {
  count: number;
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  returnNumber: Uint8Array;
  returnCount: Uint8Array;
  truth: Uint8Array;
}

export const TRUTH = {
  other: 1,
  ground: 2,
  lowVegetation: 3,
  mediumVegetation: 4,
  highVegetation: 5,
  building: 6,
  lowNoise: 7,
  water: 9,
  bridge: 17,
  highNoise: 18,
} as const;

export interface PulseSettings {
  /** Pulses to a m². */
  readonly density: number;
  /** Standard deviation of heights, m. */
  readonly noise?: number;
  /** Points of low and of high noise to a million pulses. */
  readonly lowNoise?: number;
  readonly highNoise?: number;
  /** Share of the pulses on water that return. */
  readonly waterReturns?: number;
}

type Settings = Required<PulseSettings>;

/** Points of a scene as an oblique scanner sees it, line by line. */
export function hardCloud(scene: HardScene, given: PulseSettings): HardCloud {
  const settings: Settings = {
    noise: 0.02,
    lowNoise: 250,
    highNoise: 150,
    waterReturns: 0.1,
    ...given,
  };
  const [width, height] = [scene.columns * PLOT, scene.rows * PLOT];
  const maker = new PointMaker(scene, settings, width * height * settings.density * 3.5 + 1000);
  const step = 1 / Math.sqrt(settings.density);
  for (let v = 0; v < height; v += step) {
    const pulses = scene.random.count(width / step);
    for (let n = 0; n < pulses; n += 1)
      maker.pulse(
        ((n + scene.random.uniform()) / pulses) * width,
        v + step * scene.random.uniform(),
      );
  }
  return maker.cloud;
}

/** Heights over the ground between which rays are followed, and how closely, m. */
const RAY_TOP = 26;
const RAY_STEP = 0.4;

class PointMaker {
  readonly cloud: HardCloud;
  readonly #scene: HardScene;
  readonly #random: HardRandom;
  readonly #settings: Settings;

  constructor(scene: HardScene, settings: Settings, room: number) {
    this.#scene = scene;
    this.#random = scene.random;
    this.#settings = settings;
    this.cloud = {
      count: 0,
      x: new Float64Array(room),
      y: new Float64Array(room),
      z: new Float64Array(room),
      returnNumber: new Uint8Array(room),
      returnCount: new Uint8Array(room),
      truth: new Uint8Array(room),
    };
  }

  /** One pulse towards a place on the ground. */
  pulse(u: number, v: number): void {
    const { lowNoise, highNoise, waterReturns } = this.#settings;
    const random = this.#random;
    const placed = this.#scene.plotAt(u, v);
    if (placed === undefined) return;
    const ground = this.#scene.ground(u, v);
    if (random.uniform() < lowNoise / 1e6)
      return this.#single(u, v, ground - random.between(2, 5), TRUTH.lowNoise);
    if (random.uniform() < highNoise / 1e6)
      return this.#single(u, v, ground + random.between(35, 120), TRUTH.highNoise);
    if (this.#hitStructure(placed, u, v, ground)) return;
    const level = placed.plot.water?.(u - placed.u, v - placed.v) ?? Number.NaN;
    if (!Number.isNaN(level)) {
      if (random.uniform() < waterReturns)
        this.#single(u, v, this.#scene.hills(u, v) + level, TRUTH.water);
      return;
    }
    const over = placed.near
      .plants(u - placed.u, v - placed.v)
      .filter((plant) => Math.hypot(plant.u + placed.u - u, plant.v + placed.v - v) < plant.radius);
    if (over.length === 0) this.#single(u, v, ground, TRUTH.ground);
    else this.#foliage(u, v, ground, placed, over);
  }

  /** Whether a roof, a wall, a deck or a car is in the ray's way; then it has a point there. */
  #hitStructure(
    { plot, near, u, v }: PlacedPlot,
    atU: number,
    atV: number,
    ground: number,
  ): boolean {
    if (plot.structures.length === 0) return false;
    // Lines are flown to and fro, 40 m wide.
    const off = ((atU % 40) / 40 - 0.5) * 0.5;
    const base = this.#scene.hills(u + PLOT / 2, v + PLOT / 2);
    for (let high = RAY_TOP; high >= 0; high -= RAY_STEP) {
      const pu = atU + high * off;
      const z = ground + high;
      for (const one of near.structures(pu - u, atV - v)) {
        const top = base + one.top(pu - u, atV - v);
        // What hangs over water or a road is passed below.
        if (!(top >= z - RAY_STEP) || (one.kind === "bridge" && top > z + 1)) continue;
        const isWall = top > z + RAY_STEP;
        const kind = one.kind === "car" ? "other" : one.kind;
        this.#single(pu, atV, isWall ? z : top, TRUTH[kind]);
        return true;
      }
    }
    return false;
  }

  #single(u: number, v: number, z: number, truth: number): void {
    this.#put(u, v, z, 1, 1, truth);
  }

  /** Returns of leaves, and of the ground where the foliage is open. */
  #foliage(
    u: number,
    v: number,
    ground: number,
    { u: left, v: below }: PlacedPlot,
    over: Plant[],
  ): void {
    const random = this.#random;
    const heights: number[] = [];
    let open = true;
    for (const plant of over) {
      const square = (Math.hypot(plant.u + left - u, plant.v + below - v) / plant.radius) ** 2;
      const middle = (plant.foot + plant.height) / 2;
      const half = Math.max(0.1, (plant.height - plant.foot) / 2) * Math.sqrt(1 - square);
      const isTree = plant.height > 3;
      const low = isTree ? middle - half : plant.foot;
      const high = isTree
        ? middle + half
        : plant.foot + (plant.height - plant.foot) * Math.sqrt(1 - square);
      open &&= random.uniform() < plant.open;
      const returns = isTree ? 1 + Math.floor(2 * random.uniform()) : 1;
      for (let n = 0; n < returns; n += 1)
        heights.push(high - (high - low) * random.uniform() ** (isTree ? 2 : 1));
    }
    heights.sort((one, other) => other - one);
    const kept = heights.slice(0, 4);
    const count = kept.length + (open ? 1 : 0);
    for (const [at, over_] of kept.entries())
      this.#put(u, v, ground + over_, at + 1, count, vegetationOf(over_));
    if (open) this.#put(u, v, ground, count, count, TRUTH.ground);
  }

  #put(u: number, v: number, z: number, number: number, of: number, truth: number): void {
    const { cloud } = this;
    if (cloud.count === cloud.x.length) throw new Error("more points than there is room for");
    const at = cloud.count++;
    [cloud.x[at], cloud.y[at]] = this.#scene.toWorld(u, v) as [number, number];
    cloud.z[at] = z + this.#settings.noise * this.#random.normal();
    cloud.returnNumber[at] = number;
    cloud.returnCount[at] = of;
    cloud.truth[at] = truth;
  }
}

const vegetationOf = (over: number): number =>
  over < 2 ? TRUTH.lowVegetation : over < 5 ? TRUTH.mediumVegetation : TRUTH.highVegetation;
