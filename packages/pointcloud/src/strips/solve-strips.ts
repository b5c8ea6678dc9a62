import { nthSize, solveSymmetric } from "./numeric-methods.ts";
import { MOUNTING_TERMS } from "./mounting-effect.ts";
import { LINE_TERMS, type StripEquations, termOf } from "./strip-equations.ts";

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
/** What the priors leave of the shift that all lines have in common, among millions of cells. */
const LEAST_PIVOT = 1e-13;
/** Changes of unknowns that are none: micrometres, and as little of an angle. */
const SETTLED = 1e-6;
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
/** Heights of cells are not known better, whatever they say of one another; m. */
const LEAST_SPREAD = 0.005;
/** The largest standard deviation of what counts as told. */
const MOST = { angle: 0.01 * DEGREE, lever: 0.06, drift: 0.0005 } as const;
/** A drift that is less, m/s, or less than so many standard deviations, is none. */
const LEAST_DRIFT = 0.0005;
const SIGNIFICANT = 4;
/** Standard deviations from 0 from which on an error of the mounting is one. */
const SURE = 3;

const ANGLES = 3;

const isLever = (term: number): boolean => term >= ANGLES;
const priorOf = (term: number): number => {
  if (term < MOUNTING_TERMS) return isLever(term) ? PRIOR.lever : PRIOR.angle;
  return (term - MOUNTING_TERMS) % LINE_TERMS === 0 ? PRIOR.shift : PRIOR.drift;
};

/**
 * The errors that make the lines of a flight differ: of the mounting, alike in all lines, and a height shift and a
 * drift of each line. Least squares over all cells, trimmed. An unknown that the lines cannot tell, by its standard
 * deviation, is left out, the worst first, and the others are solved again: so pitch and a lever arm forward are told
 * apart only where the ground is at different depths, and a lever arm down moves all lines alike. An error of the
 * mounting that is within {@link SURE} standard deviations of none is none.
 */
export function solveStrips(equations: StripEquations, lines: number): SolvedStrips {
  const size = MOUNTING_TERMS + LINE_TERMS * lines;
  const isOpen = Array.from({ length: size }, () => true);
  let solution = solveOpen(equations, isOpen, {
    values: new Float64Array(size),
    limit: Number.POSITIVE_INFINITY,
  });
  for (let worst = worstOf(solution, isOpen); worst !== undefined;) {
    isOpen[worst] = false;
    solution.values[worst] = 0;
    solution = solveOpen(equations, isOpen, solution);
    worst = worstOf(solution, isOpen);
  }
  const isTold = [...isOpen];
  const none = solution.values
    .subarray(0, MOUNTING_TERMS)
    .entries()
    .filter(([term, value]) => Math.abs(value) < SURE * solution.deviations[term]!)
    .map(([term]) => term)
    .toArray();
  const { deviations } = solution;
  for (const term of none) {
    isOpen[term] = false;
    solution.values[term] = 0;
  }
  if (none.length > 0) solution = solveOpen(equations, isOpen, solution);
  for (const term of none) solution.deviations[term] = deviations[term]!;
  return solvedOf(solution, isTold, lines);
}

interface Solution {
  readonly values: Float64Array;
  readonly deviations: Float64Array;
  readonly residual: number;
  /** Larger residuals are left out. */
  readonly limit: number;
}

/**
 * The open unknown that is told worst; undefined where all are told. A lever arm is left out before an angle: it looks
 * like one where the ground lies equally deep, and an error of an angle is what flights have.
 */
function worstOf(solution: Solution, isOpen: readonly boolean[]): number | undefined {
  const excess = isOpen.map((open, term) =>
    open ? excessOf(term, solution.values[term]!, solution.deviations[term]!) : 0,
  );
  const worst = indexOfMost(excess);
  if (!(excess[worst]! > 1)) return undefined;
  if (worst >= ANGLES) return worst;
  const levers = excess.map((each, term) =>
    isOpen[term] === true && term < MOUNTING_TERMS && isLever(term) ? each : 0,
  );
  const lever = indexOfMost(levers);
  return levers[lever]! > 0 ? lever : worst;
}

const indexOfMost = (values: readonly number[]): number =>
  values.reduce((most, value, at) => (value > values[most]! ? at : most), 0);

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
      const first = termOf(line);
      return { shift: of(first), drift: of(first + 1) };
    }),
    residual,
  };
}

/** Solves for the open unknowns, from what a solution before found on. */
function solveOpen(
  equations: StripEquations,
  isOpen: readonly boolean[],
  before: Pick<Solution, "values" | "limit">,
): Solution {
  const size = isOpen.length;
  const places = new Int32Array(MOUNTING_TERMS + 2 * LINE_TERMS);
  const row = new Float64Array(places.length + 1);
  const residuals = new Float32Array(equations.count);
  const values = before.values.slice();
  const index = indexOf(isOpen);
  let { limit } = before;
  let spread = Number.isFinite(limit) ? limit / TRIM : 0;
  let deviations = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { normal, right } = gather(equations, { places, row, values, limit, index });
    addPriors(normal, isOpen, index, spread);
    const solved = solveSymmetric(normal, right, LEAST_PIVOT);
    if (solved === undefined) break;
    const former = values.slice();
    for (const [term, at] of index.entries()) if (at >= 0) values[term] = solved.solution[at]!;
    for (let n = 0; n < equations.count; n += 1)
      residuals[n] = Math.abs(residualOf(equations, n, { places, row, values }));
    spread = 1.4826 * (nthSize(residuals, (count) => count >> 1) ?? 0);
    limit = Math.max(TRIM * spread, LEAST_TRIM);
    const scale = Math.max(spread, LEAST_SPREAD) * Math.sqrt(CORRELATED);
    deviations = new Float64Array(size);
    for (const [term, at] of index.entries())
      deviations[term] = at >= 0 ? scale * Math.sqrt(solved.inverseDiagonal[at]!) : priorOf(term);
    if (round > 0 && values.every((value, term) => Math.abs(value - former[term]!) < SETTLED))
      break;
  }
  return { values, deviations, residual: spread, limit };
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
  for (let at = 0; at < equations.count; at += 1) {
    if (!(Math.abs(residualOf(equations, at, of)) <= limit)) continue;
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
  return { normal, right };
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
