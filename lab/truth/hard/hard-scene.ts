import {
  hallPlot,
  lakePlot,
  overpassPlot,
  riverPlot,
  slopeHallPlot,
  villagePlot,
} from "./built-plots.ts";
import { forestPlot, quarryPlot, shrubPlot, steepPlot, terracePlot } from "./earth-plots.ts";
import { HardRandom } from "./hard-random.ts";
import { type Plant, type Plot, PLOT, type PlotSettings, type Structure } from "./plot.ts";

const PLOTS = {
  steep: steepPlot,
  terraces: terracePlot,
  hall: hallPlot,
  "hall-on-slope": slopeHallPlot,
  village: villagePlot,
  river: riverPlot,
  overpass: overpassPlot,
  quarry: quarryPlot,
  forest: forestPlot,
  shrubs: shrubPlot,
  lake: lakePlot,
} satisfies Record<string, (settings: PlotSettings) => Plot>;

export type PartName = keyof typeof PLOTS;
export const PARTS = Object.keys(PLOTS) as PartName[];

export interface SceneSettings {
  readonly seed: number;
  /** In rows of about as many columns. */
  readonly parts: readonly PartName[];
  /** Factor of slopes and heights. */
  readonly steepness?: number;
}

/** A world of hard parts; the same settings make the same one. Lengths in m. */
export interface HardScene {
  readonly random: HardRandom;
  readonly columns: number;
  readonly rows: number;
  /** Of the plot at own coordinates, undefined beyond all. */
  plotAt(u: number, v: number): PlacedPlot | undefined;
  /** Hills on which plots lie, at own coordinates. */
  hills(u: number, v: number): number;
  /** Height of the ground without what stands on it. */
  ground(u: number, v: number): number;
  toWorld(u: number, v: number): readonly [x: number, y: number];
  toOwn(x: number, y: number): readonly [u: number, v: number];
}

export interface PlacedPlot {
  readonly plot: Plot;
  /** Its first corner, in the scene's own coordinates. */
  readonly u: number;
  readonly v: number;
  readonly near: Near;
}

const CORNER = [500_300, 6_000_400] as const;
const BUCKET = 5;
const BUCKETS = Math.ceil(PLOT / BUCKET);

/** What stands in each square of 5 m of a plot. */
class Near {
  readonly #plants: Plant[][] = Array.from({ length: BUCKETS ** 2 }, () => []);
  readonly #structures: Structure[][] = Array.from({ length: BUCKETS ** 2 }, () => []);

  constructor({ plants, structures }: Plot) {
    for (const plant of plants) {
      const { u, v, radius } = plant;
      put(this.#plants, plant, [u - radius, u + radius], [v - radius, v + radius]);
    }
    for (const one of structures) put(this.#structures, one, one.box.u, one.box.v);
  }

  plants(u: number, v: number): readonly Plant[] {
    return this.#plants[bucketOf(u, v)] ?? [];
  }

  structures(u: number, v: number): readonly Structure[] {
    return this.#structures[bucketOf(u, v)] ?? [];
  }
}

function bucketOf(u: number, v: number): number {
  const [column, row] = [Math.floor(u / BUCKET), Math.floor(v / BUCKET)];
  return column < 0 || row < 0 || column >= BUCKETS || row >= BUCKETS ? -1 : row * BUCKETS + column;
}

type Span = readonly [from: number, to: number];

function put<T>(buckets: T[][], thing: T, [left, right]: Span, [bottom, top]: Span): void {
  for (let row = Math.floor(bottom / BUCKET); row <= Math.floor(top / BUCKET); row += 1)
    for (let column = Math.floor(left / BUCKET); column <= Math.floor(right / BUCKET); column += 1)
      if (row >= 0 && column >= 0 && row < BUCKETS && column < BUCKETS)
        buckets[row * BUCKETS + column]!.push(thing);
}

/** Plots side by side on gentle hills, turned by an angle of the seed's. */
export function hardScene({ seed, parts, steepness = 1 }: SceneSettings): HardScene {
  const random = new HardRandom(seed);
  const columns = Math.ceil(Math.sqrt(parts.length));
  const rows = Math.ceil(parts.length / columns);
  const placed = parts.map((part, at) => {
    const plot = PLOTS[part]({ random, steepness });
    const place = { u: (at % columns) * PLOT, v: Math.floor(at / columns) * PLOT };
    return { plot, ...place, near: new Near(plot) };
  });
  const waves = [random.between(90, 150), random.between(110, 190), random.between(0, 6)] as const;
  const angle = random.between(0, Math.PI / 2);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const hills = (u: number, v: number): number =>
    120 + 2 * Math.sin(u / waves[0] + waves[2]) + 2.5 * Math.sin(v / waves[1]);
  const plotAt = (u: number, v: number): PlacedPlot | undefined =>
    u < 0 || u >= columns * PLOT
      ? undefined
      : placed[Math.floor(v / PLOT) * columns + Math.floor(u / PLOT)];
  return {
    random,
    columns,
    rows,
    plotAt,
    hills: (u, v) => {
      const plot = plotAt(u, v);
      // Water, roofs and decks are level: what has them lies on a level of its own.
      return plot === undefined ? hills(u, v) : levelled(plot, hills, u, v);
    },
    ground(u, v) {
      const plot = plotAt(u, v);
      return plot === undefined
        ? hills(u, v)
        : levelled(plot, hills, u, v) + plot.plot.ground(u - plot.u, v - plot.v);
    },
    toWorld: (u, v) => [CORNER[0] + u * cos - v * sin, CORNER[1] + u * sin + v * cos],
    toOwn: (x, y) => {
      const [dx, dy] = [x - CORNER[0], y - CORNER[1]];
      return [dx * cos + dy * sin, dy * cos - dx * sin];
    },
  };
}

/** The hills, flattened to those of the plot's middle away from its edges where it has structures or water. */
function levelled(
  { plot, u, v }: PlacedPlot,
  hills: (u: number, v: number) => number,
  atU: number,
  atV: number,
): number {
  const height = hills(atU, atV);
  if (plot.structures.length === 0 && plot.water === undefined) return height;
  const inside = Math.min(atU - u, atV - v, u + PLOT - atU, v + PLOT - atV);
  const t = Math.min(1, Math.max(0, inside / 14));
  const level = hills(u + PLOT / 2, v + PLOT / 2);
  return height + (level - height) * t * t * (3 - 2 * t);
}
