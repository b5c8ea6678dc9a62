import { shrubs, woods } from "./earth-plots.ts";
import {
  building,
  type Footprint,
  inPlot,
  type Plot,
  PLOT,
  type PlotSettings,
  ramp,
  smoothRamp,
  structure,
  type Structure,
} from "./plot.ts";

const MIDDLE = PLOT / 2;
const middle = (length: number, width: number, angle: number): Footprint => ({
  u: MIDDLE,
  v: MIDDLE,
  length,
  width,
  angle,
});

/** A hall of 60 m and more, with sky lights, on flat ground. */
export function hallPlot({ random }: PlotSettings): Plot {
  const footprint = middle(random.between(70, 95), random.between(50, 62), random.between(0, 1.5));
  const eaves = random.between(5, 12);
  const pitch = random.between(0, 0.06);
  return {
    name: "hall of 60 m",
    ground: () => 0,
    structures: [
      structure("building", footprint, (a, b) => {
        const light = Math.abs((a % 20) - 10) < 1.2 && Math.abs(b) < footprint.width / 3;
        return eaves + pitch * (footprint.width / 2 - Math.abs(b)) + (light ? 0.9 : 0);
      }),
    ],
    plants: [],
  };
}

/** A hall whose floor is level on a slope: low eaves uphill, high ones downhill. */
export function slopeHallPlot({ random, steepness }: PlotSettings): Plot {
  const slope = random.between(0.06, 0.12) * Math.min(1.3, steepness);
  const ground = (u: number, v: number): number =>
    slope *
    110 *
    (smoothRamp(u, 8, 120) - smoothRamp(u, 122, 138)) *
    smoothRamp(Math.min(v, PLOT - v), 2, 20);
  const footprint = middle(60, random.between(30, 58), random.between(-0.3, 0.3));
  const roof = Math.max(ground(105, MIDDLE), ground(100, MIDDLE - 25)) + random.between(2.6, 5);
  return {
    name: "hall on a slope",
    ground,
    structures: [building(footprint, roof, { kind: "flat", slope: 0 })],
    plants: [],
  };
}

const KINDS = ["gable", "hip", "flat", "shed"] as const;

const lawn = (u: number, v: number): number => 0.5 * Math.sin(u / 30) * inPlot(u, v, 10);

/** Houses of all roofs with sheds, cars, garden trees and hedges. */
export function villagePlot({ random }: PlotSettings): Plot {
  const structures: Structure[] = [];
  const houses: Footprint[] = [];
  for (let u = 24; u < PLOT - 10; u += 30)
    for (let v = 22; v < PLOT - 10; v += 28) {
      const angle = random.between(0, 3);
      const size = { length: random.between(9, 18), width: random.between(6.5, 11) };
      const house = { u, v, angle, ...size };
      const kind = KINDS[Math.floor(random.uniform() * 4)]!;
      const slope = kind === "shed" ? random.between(0.05, 0.3) : random.between(0.4, 1);
      houses.push(house);
      structures.push(building(house, lawn(u, v) + random.between(2.6, 9), { kind, slope }));
      const car = {
        u: u + 13,
        v: v + random.between(-3, 3),
        angle: random.between(0, 3),
        length: 4.4,
        width: 1.8,
      };
      const floor = lawn(car.u, car.v);
      structures.push(
        structure("car", car, (a) => floor + (Math.abs(a + 0.3) < 1.2 ? 1.45 : 0.85)),
      );
    }
  const isFree = (u: number, v: number): boolean =>
    houses.every((house) => Math.hypot(house.u - u, house.v - v) > 7.5) && random.uniform() < 0.4;
  const hedges = shrubs(random, 30, 0.2).filter(({ u, v }) =>
    houses.every((house) => Math.hypot(house.u - u, house.v - v) > 10),
  );
  const trees = woods(random, 13, 0.3, isFree);
  return { name: "village", ground: lawn, structures, plants: [...trees, ...hedges] };
}

const course = (v: number): number => MIDDLE + 8 * Math.sin(v / 40);

/** A river in its valley, with a narrow and a wide bridge over it. */
export function riverPlot({ random, steepness }: PlotSettings): Plot {
  const depth = random.between(5, 8) * Math.min(1.3, steepness);
  const half = random.between(9, 14);
  const run = depth * random.between(1, 1.8);
  const ground = (u: number, v: number): number => {
    const off = Math.abs(u - course(v));
    return -depth * ramp(half + run - off, 0, run) * smoothRamp(Math.min(v, PLOT - v), 0, 14);
  };
  const bridge = (v: number, width: number, angle: number): Structure => {
    const deck = { u: course(v), v, length: 2 * (half + run) + 2, width, angle };
    return structure("bridge", deck, () => 0.15);
  };
  return {
    name: "river with bridges",
    ground,
    water: (u, v) => (ground(u, v) < -depth + 1.2 ? -depth + 1.2 : Number.NaN),
    structures: [
      bridge(42, random.between(5, 9), random.between(-0.2, 0.2)),
      bridge(92, random.between(22, 30), random.between(-0.1, 0.1)),
    ],
    plants: [],
  };
}

/** How far off a road of 12 m. */
const offRoad = (v: number): number => Math.max(0, Math.abs(v - 95) - 6);

/** A road on a bank over another one, and a low bridge over a ditch. */
export function overpassPlot({ random }: PlotSettings): Plot {
  const rise = random.between(5.5, 7);
  const gap = random.between(9, 16);
  const ditch = random.between(2, 2.8);
  const ground = (u: number, v: number): number => {
    const bank = Math.max(0, rise * smoothRamp(Math.min(u, PLOT - u), 4, 54) - offRoad(v) / 1.6);
    const open = Math.abs(u - MIDDLE) < gap;
    const trench =
      -ditch * ramp(5.5 - Math.abs(v - 35), 0, 2) * smoothRamp(Math.min(u, PLOT - u), 0, 12);
    return open && v > 60 ? 0 : bank + trench;
  };
  const over = { u: MIDDLE, v: 95, length: 2 * gap, width: 12, angle: 0 };
  const low = {
    u: random.between(40, 90),
    v: 35,
    length: random.between(4, 8),
    width: 13,
    angle: 0,
  };
  return {
    name: "overpass and low bridge",
    ground,
    structures: [structure("bridge", over, () => rise), structure("bridge", low, () => 0.1)],
    plants: [],
  };
}

/** A lake between flat banks. */
export function lakePlot({ random }: PlotSettings): Plot {
  const level = -random.between(0.6, 1.5);
  const stretch = random.between(1, 1.5);
  const ground = (u: number, v: number): number => {
    const reach = Math.hypot(u - MIDDLE, (v - MIDDLE) * stretch) + 4 * Math.sin(u / 15);
    return -4 * smoothRamp(58 - reach, 0, 30);
  };
  return {
    name: "lake",
    ground,
    water: (u, v) => (ground(u, v) < level ? level : Number.NaN),
    structures: [],
    plants: shrubs(random, 12, 0.2).filter(({ u, v }) => ground(u, v) > level + 0.2),
  };
}
