import { solveSymmetric } from "./numeric-methods.ts";
import { medianOf } from "./strip-differences.ts";
import type { StripSurface } from "./strip-surface.ts";

/** How far from a control point ground points tell its height, m. */
const RADIUS = 1.5;
const FEWEST_POINTS = 3;

/** A control point, the ground points near it, and their plane's height less its own; null where none is. */
export interface PlaneDifference extends ControlPoint {
  readonly points: number;
  readonly difference: number | null;
}

/** Sums of the ground points near a control point of a number. */
export type PlaneSums = readonly [control: number, sums: readonly number[]];

/**
 * Compares control points with the plane through the ground points within 1.5 m of each (least
 * squares). Points come one by one; memory does not grow with them.
 */
export class ControlPlanes {
  readonly #control: readonly ControlPoint[];
  /** Of each: count, and sums of x, y, z, xx, xy, yy, xz, yz about the control point. */
  readonly #sums: Float64Array[];
  readonly #squares = new Map<number, number[]>();

  constructor(control: readonly ControlPoint[]) {
    this.#control = control;
    this.#sums = control.map(() => new Float64Array(9));
    for (const [n, { x, y }] of control.entries())
      for (const dx of [-1, 1])
        for (const dy of [-1, 1]) {
          const key = keyOf(x + dx * RADIUS, y + dy * RADIUS);
          const there = this.#squares.get(key);
          if (there === undefined) this.#squares.set(key, [n]);
          else if (!there.includes(n)) there.push(n);
        }
  }

  /** A ground point, m. */
  add(x: number, y: number, z: number): void {
    const near = this.#squares.get(keyOf(x, y));
    if (near === undefined) return;
    for (const n of near) {
      const of = this.#control[n]!;
      const [dx, dy, dz] = [x - of.x, y - of.y, z - of.z];
      if (dx * dx + dy * dy > RADIUS * RADIUS) continue;
      const sums = this.#sums[n]!;
      for (const [i, term] of [
        1,
        dx,
        dy,
        dz,
        dx * dx,
        dx * dy,
        dy * dy,
        dx * dz,
        dy * dz,
      ].entries())
        sums[i]! += term;
    }
  }

  /** Sums of each control point that has points near it, by its number: of parts, they add up. */
  sums(): PlaneSums[] {
    return this.#sums.flatMap((sums, n) => (sums[0]! > 0 ? [[n, [...sums]] as const] : []));
  }

  addSums(parts: readonly PlaneSums[]): void {
    for (const [n, part] of parts)
      for (const [i, sum] of part.entries())
        if (this.#sums[n] !== undefined) this.#sums[n][i]! += sum;
  }

  differences(): PlaneDifference[] {
    return this.#control.map((point, n) => {
      const sums = this.#sums[n]!;
      return { ...point, points: sums[0]!, difference: heightAt(sums) };
    });
  }
}

/** Squares of twice the radius: the four corners around a point lie in all that its circle touches. */
const keyOf = (x: number, y: number): number =>
  Math.floor(x / (2 * RADIUS)) * 2 ** 26 + Math.floor(y / (2 * RADIUS));

/** Height of the plane at the control point; the mean where the points lie on a line. */
function heightAt(sums: Float64Array): number | null {
  const [n, x, y, z, xx, xy, yy, xz, yz] = [...sums] as [number, ...number[]];
  if (n < FEWEST_POINTS) return null;
  const plane = solveSymmetric(
    [
      [n, x!, y!],
      [x!, xx!, xy!],
      [y!, xy!, yy!],
    ],
    [z!, xz!, yz!],
  );
  return plane?.solution[0] ?? z! / n;
}

/** A place whose height was surveyed on the ground; m, in the coordinates of the strips. */
export interface ControlPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Whether it was surveyed under vegetation. */
  readonly vegetated?: boolean | undefined;
  /** Standard deviation of its own height, m, where it is known. */
  readonly error?: number | undefined;
}

/** A control point with the cloud's difference there; null where no line saw smooth ground. */
export interface ControlDifference extends ControlPoint {
  readonly lines: number;
  /** Height of the cloud less that of the control point, mean of the lines; m. */
  readonly difference: number | null;
}

/** Figures of all control points; null without any that a line saw. */
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
