import { type HardRandom } from "./hard-random.ts";
import {
  inPlot,
  type Plant,
  type Plot,
  PLOT,
  type PlotSettings,
  ramp,
  smoothRamp,
} from "./plot.ts";

const MIDDLE = PLOT / 2;

/** A ridge with slopes of 40° and more. */
export function steepPlot({ steepness }: PlotSettings): Plot {
  const rise = 30 * steepness;
  return {
    name: "steep slopes",
    ground: (u, v) =>
      rise *
      (smoothRamp(u, 18, 62) - smoothRamp(u, 80, 120)) *
      smoothRamp(Math.min(v, PLOT - v), 4, 50),
    structures: [],
    plants: [],
  };
}

/** A hillside in steps, each with a wall. */
export function terracePlot({ random, steepness }: PlotSettings): Plot {
  const step = random.between(1.2, 2.8) * Math.sqrt(steepness);
  const levels = 7;
  const treads = (PLOT - 30) / levels;
  const bend = random.between(4, 9);
  const phase = random.between(0, 6);
  const tread = random.between(0, 0.06);
  return {
    name: "terraces",
    ground: (u, v) => {
      const along = u - 15 + bend * Math.sin(v / 25 + phase);
      const level = Math.min(levels, Math.max(0, Math.floor(along / treads)));
      const part = ramp(along / treads - level, 0, 1) * treads * tread;
      const terraced = level * step + (level < levels && along > 0 ? part : 0);
      const plain = ramp(along, 0, levels * treads) * levels * step;
      const hill = smoothRamp(PLOT - u, 2, 14) * smoothRamp(Math.min(v, PLOT - v), 2, 18);
      const walled = Math.min(v, PLOT - v) > 22 && PLOT - u > 16;
      return hill * (walled ? terraced : plain);
    },
    structures: [],
    plants: [],
  };
}

/** A pit of benches with faces nearly upright. */
export function quarryPlot({ random, steepness }: PlotSettings): Plot {
  const benches = 3;
  const face = random.between(6, 9) * Math.min(1.5, steepness);
  const run = random.uniform() < 0.4 ? 0 : face / random.between(2.5, 5);
  const wobble = random.between(2, 5);
  const phase = random.between(0, 6);
  return {
    name: "quarry",
    ground: (u, v) => {
      const angle = Math.atan2(v - MIDDLE, u - MIDDLE);
      const reach =
        Math.hypot((u - MIDDLE) / 1.1, v - MIDDLE) + wobble * Math.sin(3 * angle + phase);
      let depth = 0;
      for (let bench = 0; bench < benches; bench += 1) {
        const edge = 54 - bench * 14;
        depth += face * (run === 0 ? (reach < edge ? 1 : 0) : ramp(edge - reach, 0, run));
      }
      const floor = Math.max(0, 1 - reach / 25) * 0.5 * Math.sin(u / 4) * Math.sin(v / 5);
      return floor - depth;
    },
    structures: [],
    plants: [],
  };
}

/** Trees that stand about so far apart, without those that `isFree` refuses. */
export function woods(
  random: HardRandom,
  spacing: number,
  open: number,
  isFree: (u: number, v: number) => boolean,
): Plant[] {
  const plants: Plant[] = [];
  for (let u = 4; u < PLOT - 4; u += spacing)
    for (let v = 4; v < PLOT - 4; v += spacing) {
      const tree = {
        u: u + random.between(0, spacing),
        v: v + random.between(0, spacing),
        radius: random.between(1.8, 4.2),
        foot: random.between(1.5, 4),
        height: random.between(7, 20),
        open: open * random.between(0.6, 1.4),
      };
      if (isFree(tree.u, tree.v)) plants.push(tree);
    }
  return plants;
}

/** Shrubs up to 2 m, nearly closed. */
export function shrubs(random: HardRandom, count: number, open: number): Plant[] {
  return Array.from({ length: count }, () => ({
    u: random.between(10, PLOT - 10),
    v: random.between(10, PLOT - 10),
    radius: random.between(1.2, 6),
    foot: 0.25,
    height: random.between(0.6, 2),
    open: open * random.between(0.6, 1.4),
  }));
}

/** A closed wood on a steep slope. */
export function forestPlot({ random, steepness }: PlotSettings): Plot {
  const rise = 34 * steepness;
  return {
    name: "forest on a slope",
    ground: (u, v) =>
      rise *
        (smoothRamp(u, 8, 80) - smoothRamp(u, 90, 136)) *
        smoothRamp(Math.min(v, PLOT - v), 2, 45) +
      0.4 * Math.sin(u / 6) * Math.sin(v / 7) * inPlot(u, v, 10),
    structures: [],
    plants: [...woods(random, 5, 0.25, () => true), ...shrubs(random, 60, 0.25)],
  };
}

/** Dense shrubs on a slope. */
export function shrubPlot({ random, steepness }: PlotSettings): Plot {
  const rise = 14 * steepness;
  return {
    name: "dense shrubs",
    ground: (u, v) =>
      rise *
      (smoothRamp(u, 10, 90) - smoothRamp(u, 95, 136)) *
      smoothRamp(Math.min(v, PLOT - v), 2, 40),
    structures: [],
    plants: shrubs(random, 220, 0.15),
  };
}
