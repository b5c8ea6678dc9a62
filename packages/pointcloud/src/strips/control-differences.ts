import { medianOf } from "./strip-differences.ts";
import type { StripSurface } from "./strip-surface.ts";

/** A place whose height was surveyed on the ground; m, in the coordinates of the strips. */
export interface ControlPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A control point with what the cloud has there; null where no line saw smooth ground. */
export interface ControlDifference extends ControlPoint {
  readonly lines: number;
  /** Height of the cloud less that of the control point, mean of the lines; m. */
  readonly difference: number | null;
}

/** What all control points amount to; null without any that a line saw. */
export interface ControlFigures {
  readonly count: number;
  readonly median: number | null;
  readonly rms: number | null;
}

/** Compares control points with the smooth surfaces of all lines at them. */
export function compareControl(
  control: readonly ControlPoint[],
  surfaces: Iterable<StripSurface>,
): ControlDifference[] {
  const all = [...surfaces];
  return control.map((point) => {
    const heights = all
      .map((surface) => surface.heightAt(point.x, point.y))
      .filter((height) => height !== undefined);
    const sum = heights.reduce((total, height) => total + height - point.z, 0);
    const lines = heights.length;
    return { ...point, lines, difference: lines === 0 ? null : sum / lines };
  });
}

/** Median and root mean square of the differences that there are. */
export function controlFigures(
  compared: readonly Pick<ControlDifference, "difference">[],
): ControlFigures {
  const found = Float64Array.from(compared.flatMap(({ difference }) => difference ?? []));
  const count = found.length;
  if (count === 0) return { count, median: null, rms: null };
  const rms = Math.sqrt(found.reduce((sum, d) => sum + d * d, 0) / count);
  return { count, median: medianOf(found), rms };
}
