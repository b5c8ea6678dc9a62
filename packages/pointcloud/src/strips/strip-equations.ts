import { MOUNTING_TERMS } from "./mounting-effect.ts";

/** Unknowns of a line: its height shift (m) and its drift (m/s). */
export const LINE_TERMS = 2;

/**
 * What two lines say of one cell: the second's height less the first's, and how much the first and the second rise
 * there with each unknown of the mounting and with a second of drift.
 */
export interface StripEquation {
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  /** Of the second line less of the first. */
  readonly mounting: ArrayLike<number>;
  /** Seconds from the middle of each line. */
  readonly timeA: number;
  readonly timeB: number;
}

/** The first of a line's unknowns, behind those of the mounting. */
export const termOf = (line: number): number => MOUNTING_TERMS + LINE_TERMS * line;

const ROW = 2 + 1 + MOUNTING_TERMS + 2;

/** Many equations in one array of numbers. */
export class StripEquations {
  #rows = new Float64Array(1_024 * ROW);
  count = 0;

  add({ a, b, difference, mounting, timeA, timeB }: StripEquation): void {
    if ((this.count + 1) * ROW > this.#rows.length) {
      const longer = new Float64Array(2 * this.#rows.length);
      longer.set(this.#rows);
      this.#rows = longer;
    }
    this.#rows.set([a, b, difference], this.count * ROW);
    for (let term = 0; term < MOUNTING_TERMS; term += 1)
      this.#rows[this.count * ROW + 3 + term] = mounting[term]!;
    this.#rows.set([timeA, timeB], this.count * ROW + 3 + MOUNTING_TERMS);
    this.count += 1;
  }

  /** Terms of an equation by the numbers of their unknowns; answers how many, and the difference as `out[0]`. */
  read(at: number, places: Int32Array, out: Float64Array): number {
    const row = at * ROW;
    const [a, b] = [this.#rows[row]!, this.#rows[row + 1]!];
    out[0] = this.#rows[row + 2]!;
    let n = 0;
    const put = (place: number, value: number): void => {
      places[n] = place;
      out[(n += 1)] = value;
    };
    for (let term = 0; term < MOUNTING_TERMS; term += 1) put(term, this.#rows[row + 3 + term]!);
    put(termOf(a), -1);
    put(termOf(a) + 1, -this.#rows[row + 3 + MOUNTING_TERMS]!);
    put(termOf(b), 1);
    put(termOf(b) + 1, this.#rows[row + 4 + MOUNTING_TERMS]!);
    return n;
  }
}
