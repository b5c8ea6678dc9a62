import { nthSize, solveSymmetric } from "./numeric-methods.ts";
import { MOUNTING_TERMS } from "./mounting-effect.ts";
import { LINE_TERMS, type StripEquations } from "./strip-equations.ts";

/** A solved unknown; `told` is false where the lines do not tell it: then its value is 0. */
export interface Solved {
  readonly value: number;
  /** Standard deviation. */
  readonly deviation: number;
  readonly told: boolean;
}

export interface SolvedLine {
  readonly shift: Solved;
  readonly drift: Solved;
}

export interface SolvedStrips {
  /** Angles X, Y, Z (radians), then the lever arm forward, right, down (m); to be added to what is recorded. */
  readonly mounting: readonly Solved[];
  readonly lines: readonly SolvedLine[];
  /** Standard deviation of a cell's difference that the solution leaves, m. */
  readonly residual: number;
}

const DEGREE = Math.PI / 180;
const ROUNDS = 8;
/** Residuals beyond this many standard deviations are edges and plants, not the lines' own. */
const TRIM = 3;
const LEAST_TRIM = 0.005;
/** What is known before: an unknown that no cell tells stays near 0, and one that is told moves by nothing of it. */
const PRIOR = {
  angle: 1 * DEGREE,
  lever: 2,
  shift: 1,
  drift: 0.02,
} as const;
/** Heights of cells beside each other err together: so many count as one. */
const CORRELATED = 9;
/** The largest standard deviation of what counts as told. */
const MOST = { angle: 0.005 * DEGREE, lever: 0.02, drift: 0.0005 } as const;
/** A drift that is less, m/s, or less than so many standard deviations, is none. */
const LEAST_DRIFT = 0.0005;
const SIGNIFICANT = 4;

const ANGLES = 3;
/** More than any excess of an angle. */
const BEFORE_ANGLES = 1e9;

const isLever = (term: number): boolean => term >= ANGLES;
const priorOf = (term: number): number => {
  if (term < MOUNTING_TERMS) return isLever(term) ? PRIOR.lever : PRIOR.angle;
  return (term - MOUNTING_TERMS) % LINE_TERMS === 0 ? PRIOR.shift : PRIOR.drift;
};

/**
 * The errors that make the lines of a flight differ: of the mounting, alike in all lines, and a height shift and a
 * drift of each line. Least squares over all cells, trimmed. An unknown that the lines cannot tell, by its standard
 * deviation, is left out, the worst first, and the others are solved again: so pitch and a lever arm forward are told
 * apart only where the ground is at different depths, and a lever arm down moves all lines alike.
 */
export function solveStrips(equations: StripEquations, lines: number): SolvedStrips {
  const size = MOUNTING_TERMS + LINE_TERMS * lines;
  const isOpen = Array.from({ length: size }, () => true);
  for (;;) {
    const solution = solveOpen(equations, size, isOpen);
    const worst = worstOf(solution, isOpen);
    if (worst === undefined) return solvedOf(solution, isOpen, lines);
    isOpen[worst] = false;
  }
}

interface Solution {
  readonly values: Float64Array;
  readonly deviations: Float64Array;
  readonly residual: number;
}

/**
 * The open unknown that is told worst; undefined where all are told. An angle is left out only once all others are
 * told: an error of an angle is what flights have, and a lever arm takes its place where both look alike.
 */
function worstOf({ values, deviations }: Solution, isOpen: readonly boolean[]): number | undefined {
  let [worst, excess]: [number | undefined, number] = [undefined, 0];
  for (const [term, open] of isOpen.entries()) {
    if (!open) continue;
    const own = excessOf(term, values[term]!, deviations[term]!);
    const is = own > 1 && term >= ANGLES ? own + BEFORE_ANGLES : own;
    if (is > Math.max(excess, 1)) [worst, excess] = [term, is];
  }
  return worst;
}

function excessOf(term: number, value: number, deviation: number): number {
  if (term < MOUNTING_TERMS) return deviation / (isLever(term) ? MOST.lever : MOST.angle);
  if ((term - MOUNTING_TERMS) % LINE_TERMS === 0) return 0;
  const size = Math.abs(value);
  const isNone = size < LEAST_DRIFT || size < SIGNIFICANT * deviation;
  return Math.max(deviation / MOST.drift, isNone ? 1 + LEAST_DRIFT / (size + LEAST_DRIFT) : 0);
}

function solvedOf(
  { values, deviations, residual }: Solution,
  isOpen: readonly boolean[],
  lines: number,
): SolvedStrips {
  const of = (term: number): Solved => ({
    value: values[term]!,
    deviation: deviations[term]!,
    told: isOpen[term]!,
  });
  return {
    mounting: Array.from({ length: MOUNTING_TERMS }, (_, term) => of(term)),
    lines: Array.from({ length: lines }, (_, line) => {
      const first = MOUNTING_TERMS + LINE_TERMS * line;
      return { shift: of(first), drift: of(first + 1) };
    }),
    residual,
  };
}

function solveOpen(equations: StripEquations, size: number, isOpen: readonly boolean[]): Solution {
  const places = new Int32Array(MOUNTING_TERMS + 2 * LINE_TERMS);
  const row = new Float64Array(places.length + 1);
  const residuals = new Float32Array(equations.count);
  const values = new Float64Array(size);
  const index = indexOf(isOpen);
  let [limit, spread] = [Number.POSITIVE_INFINITY, 0];
  let deviations = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { normal, right, used } = gather(equations, { places, row, values, limit, index });
    addPriors(normal, isOpen, index, spread);
    const solved = solveSymmetric(normal, right);
    if (solved === undefined) break;
    const before = values.slice();
    for (const [term, at] of index.entries()) if (at >= 0) values[term] = solved.solution[at]!;
    for (let n = 0; n < equations.count; n += 1)
      residuals[n] = Math.abs(residualOf(equations, n, { places, row, values }));
    spread = 1.4826 * (nthSize(residuals, (count) => count >> 1) ?? 0);
    limit = Math.max(TRIM * spread, LEAST_TRIM);
    const scale = spread * Math.sqrt(used > 0 ? CORRELATED : 1);
    deviations = new Float64Array(size);
    for (const [term, at] of index.entries())
      deviations[term] = at >= 0 ? scale * Math.sqrt(solved.inverseDiagonal[at]!) : priorOf(term);
    if (round > 1 && values.every((value, term) => Math.abs(value - before[term]!) < 1e-9)) break;
  }
  return { values, deviations, residual: spread };
}

/** The place of each open unknown in the equations; −1 of the others. */
function indexOf(isOpen: readonly boolean[]): Int32Array {
  let n = 0;
  return Int32Array.from(isOpen, (open) => (open ? n++ : -1));
}

interface Gathering {
  readonly places: Int32Array;
  readonly row: Float64Array;
  readonly values: Float64Array;
}

function residualOf(equations: StripEquations, at: number, { places, row, values }: Gathering) {
  const terms = equations.read(at, places, row);
  let left = row[0]!;
  for (let n = 0; n < terms; n += 1) left += row[n + 1]! * values[places[n]!]!;
  return left;
}

/** The normal equations: difference + terms · unknowns = 0. */
function gather(
  equations: StripEquations,
  of: Gathering & { readonly limit: number; readonly index: Int32Array },
) {
  const { places, row, limit, index } = of;
  const size = index.reduce((count, at) => count + (at >= 0 ? 1 : 0), 0);
  const normal = Array.from({ length: size }, () => new Float64Array(size));
  const right = new Float64Array(size);
  let used = 0;
  for (let at = 0; at < equations.count; at += 1) {
    if (!(Math.abs(residualOf(equations, at, of)) <= limit)) continue;
    used += 1;
    for (let n = 0; n < places.length; n += 1) {
      const one = index[places[n]!]!;
      if (one < 0) continue;
      const term = row[n + 1]!;
      right[one]! -= term * row[0]!;
      const line = normal[one]!;
      for (let m = 0; m < places.length; m += 1) {
        const other = index[places[m]!]!;
        if (other >= 0) line[other]! += term * row[m + 1]!;
      }
    }
  }
  return { normal, right, used };
}

/** Adds what is known before, in the weight of a cell whose difference has a standard deviation of `spread`. */
function addPriors(
  normal: readonly Float64Array[],
  isOpen: readonly boolean[],
  index: Int32Array,
  spread: number,
): void {
  const variance = Math.max(spread, LEAST_TRIM) ** 2;
  for (const [term, open] of isOpen.entries())
    if (open) normal[index[term]!]![index[term]!]! += variance / priorOf(term) ** 2;
}
