import { curvatureDrop } from "./ellipsoid.ts";

/** One of the hills' waves: height, wave numbers along x and y, phase. */
interface Wave {
  readonly height: number;
  readonly kx: number;
  readonly ky: number;
  readonly phase: number;
}

const WAVE_LENGTHS = [95, 130, 170, 230, 310, 420];
/** Of each wave, 1/m: low enough that a metre of ground is a plane to a millimetre. */
const WAVE_CURVATURE = 0.0007;
const VALLEY_DEPTH = 35;
const VALLEY_HALF_WIDTH = 260;
const MEANDER = 25;
const MEANDER_LENGTH = 140;
const ROAD_FROM_AXIS = 45;
/** Level across the road up to here from its middle, and its shoulders down to the ground up to there. */
export const ROAD_LEVEL = 4.5;
export const ROAD_SHOULDER = 14;
/** Half of the sealed width. */
export const ROAD_HALF_WIDTH = 3.5;

/** The ground of the valley: slopes to a meandering axis, hills, a road along it. In the site frame. */
export class Ground {
  readonly #waves: readonly Wave[];
  readonly #phase: number;

  constructor(random: () => number) {
    this.#phase = random() * 2 * Math.PI;
    this.#waves = WAVE_LENGTHS.map((wave) => {
      const k = (2 * Math.PI) / wave;
      const direction = random() * Math.PI;
      return {
        height: WAVE_CURVATURE / k ** 2,
        kx: k * Math.cos(direction),
        ky: k * Math.sin(direction),
        phase: random() * 2 * Math.PI,
      };
    });
  }

  /** The middle of the road. */
  roadAt(x: number): number {
    return this.#axisAt(x) + ROAD_FROM_AXIS;
  }

  /** Distance from the middle of the road, along y. */
  fromRoad(x: number, y: number): number {
    return Math.abs(y - this.roadAt(x));
  }

  /** z of the surface. */
  height(x: number, y: number): number {
    const middle = this.roadAt(x);
    const off = Math.abs(y - middle);
    const natural = this.#natural(x, y);
    if (off >= ROAD_SHOULDER) return natural - curvatureDrop(x, y);
    const level = this.#natural(x, middle);
    const part = Math.max(0, (off - ROAD_LEVEL) / (ROAD_SHOULDER - ROAD_LEVEL));
    const share = part * part * (3 - 2 * part);
    return level + share * (natural - level) - curvatureDrop(x, y);
  }

  /** Rise over run against a level surface. */
  slope(x: number, y: number): number {
    const step = 0.5;
    const level = (px: number, py: number): number => this.height(px, py) + curvatureDrop(px, py);
    const dx = (level(x + step, y) - level(x - step, y)) / (2 * step);
    const dy = (level(x, y + step) - level(x, y - step)) / (2 * step);
    return Math.hypot(dx, dy);
  }

  #axisAt(x: number): number {
    return MEANDER * Math.sin(x / MEANDER_LENGTH + this.#phase);
  }

  #natural(x: number, y: number): number {
    const across = (y - this.#axisAt(x)) / VALLEY_HALF_WIDTH;
    let height = VALLEY_DEPTH * (1 - Math.exp(-across * across));
    for (const wave of this.#waves)
      height += wave.height * Math.sin(wave.kx * x + wave.ky * y + wave.phase);
    return height;
  }
}
