import type { HardRandom } from "./hard-random.ts";

/** Side of a plot, m: each holds one hard part, and its ground meets its neighbours' at the edges. */
export const PLOT = 140;

/** What a pulse meets over a place that is not the ground: heights in m as those of the ground. */
export interface Structure {
  readonly kind: "building" | "bridge" | "car";
  /** Height of its top there; NaN beside it. */
  readonly top: (u: number, v: number) => number;
  readonly box: Box;
}

interface Box {
  readonly u: readonly [from: number, to: number];
  readonly v: readonly [from: number, to: number];
}

/** A crown of an ellipsoid on a stem, or a shrub, which fills its height from the ground on. */
export interface Plant {
  readonly u: number;
  readonly v: number;
  readonly radius: number;
  /** Over the ground, m; foliage is between. */
  readonly foot: number;
  readonly height: number;
  /** Share of the pulses whose last return is the ground's. */
  readonly open: number;
}

/** A hard part in coordinates of its plot, 0 to {@link PLOT}; heights are over the hills around. */
export interface Plot {
  readonly name: string;
  /** Height of the ground, m. */
  readonly ground: (u: number, v: number) => number;
  /** Ground is one level throughout where its hills are not to be added, 1; 0 where they are. */
  readonly structures: readonly Structure[];
  readonly plants: readonly Plant[];
  /** Height of water, NaN beside it; most returns of water fail. */
  readonly water?: (u: number, v: number) => number;
}

export interface PlotSettings {
  readonly random: HardRandom;
  /** Factor of slopes and heights: 1 is as steep as planned. */
  readonly steepness: number;
}

/** 0 before `from`, 1 after `to`, straight between. */
export const ramp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

/** The same without a bend. */
export function smoothRamp(value: number, from: number, to: number): number {
  const t = ramp(value, from, to);
  return t * t * (3 - 2 * t);
}

/** 1 inside of the plot, 0 at its edges, over `width` m. */
export const inPlot = (u: number, v: number, width: number): number =>
  smoothRamp(Math.min(u, v, PLOT - u, PLOT - v), 2, 2 + width);

/** A rectangle turned by an angle: its own coordinates along and across from its middle. */
export interface Footprint {
  readonly u: number;
  readonly v: number;
  readonly length: number;
  readonly width: number;
  readonly angle: number;
}

function placeIn({ u, v, angle }: Footprint, atU: number, atV: number) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { a: (atU - u) * cos + (atV - v) * sin, b: (atV - v) * cos - (atU - u) * sin };
}

function boxOf({ u, v, length, width }: Footprint): Box {
  const reach = Math.hypot(length, width) / 2;
  return { u: [u - reach, u + reach], v: [v - reach, v + reach] };
}

/** A structure by the height of its top over its own coordinates. */
export function structure(
  kind: Structure["kind"],
  footprint: Footprint,
  top: (a: number, b: number) => number,
): Structure {
  const { length, width } = footprint;
  return {
    kind,
    box: boxOf(footprint),
    top: (u, v) => {
      const { a, b } = placeIn(footprint, u, v);
      return Math.abs(a) <= length / 2 && Math.abs(b) <= width / 2 ? top(a, b) : Number.NaN;
    },
  };
}

/** A roof over a footprint: eaves at a height, and how it rises from them. */
export function building(
  footprint: Footprint,
  eaves: number,
  roof: { readonly kind: "flat" | "gable" | "hip" | "shed"; readonly slope: number },
): Structure {
  const { length, width } = footprint;
  return structure("building", footprint, (a, b) => {
    const across = width / 2 - Math.abs(b);
    if (roof.kind === "flat") return eaves;
    if (roof.kind === "shed") return eaves + roof.slope * (b + width / 2);
    if (roof.kind === "gable") return eaves + roof.slope * across;
    return eaves + roof.slope * Math.min(across, length / 2 - Math.abs(a));
  });
}
