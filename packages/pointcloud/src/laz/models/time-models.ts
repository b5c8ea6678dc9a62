import { IntegerModel, SymbolModel } from "@swath/survey/laz";

/** Multiples of the last difference that have a symbol of their own: −10 to 500. */
export const MOST_TIMES = 500;
export const LEAST_TIMES = -10;
export const MULTIPLES = MOST_TIMES - LEAST_TIMES + 1;
/** After this many differences beyond the multiples the last one becomes the new difference. */
const EXTREMES = 3;
export const SEQUENCES = 4;
/** Contexts of differences: the first of a sequence, and the upper half of a time that begins one. */
export const FIRST_DIFFERENCE = 0;
export const UPPER_HALF = 8;

/** A time as the upper and the lower 32 bits of a double taken for an integer, both signed. */
interface TimeSequence {
  high: number;
  low: number;
  difference: number;
  extremes: number;
}

const sequence = (high: number, low: number): TimeSequence => ({
  high,
  low,
  difference: 0,
  extremes: 0,
});

/**
 * Models of GPS times, as doubles taken for integers of 64 bits: LASzip's item GPSTIME11, version 2,
 * and the layer of times of POINT14, which has no symbol for a time that stays as it is.
 */
export class TimeModels {
  readonly multiples: SymbolModel;
  readonly withoutDifference: SymbolModel;
  readonly differences = new IntegerModel(32, 9);
  readonly #sequences: readonly TimeSequence[];
  /** Number of symbols for an unchanged time: none in a layer. */
  readonly same: 0 | 1;
  #last = 0;
  #next = 0;
  current: TimeSequence;

  /** Begins with the time that stands at a place. */
  constructor(first: DataView, at: number, isLayer: boolean) {
    this.same = isLayer ? 0 : 1;
    this.multiples = new SymbolModel(MULTIPLES + SEQUENCES + this.same);
    this.withoutDifference = new SymbolModel(1 + SEQUENCES + this.same);
    const [low, high] = [first.getInt32(at, true), first.getInt32(at + 4, true)];
    this.#sequences = [sequence(high, low), ...[1, 2, 3].map(() => sequence(0, 0))];
    this.current = this.#sequences[0]!;
  }

  /** The sequence so many behind the current one. */
  ahead(steps: number): TimeSequence {
    return this.#sequences[(this.#last + steps) % SEQUENCES]!;
  }

  /** Goes on to another sequence. */
  lead(steps: number): void {
    this.#last = (this.#last + steps) % SEQUENCES;
    this.current = this.#sequences[this.#last]!;
  }

  /** Begins a sequence by a time of its own, in place of the oldest. */
  begin(high: number, low: number): void {
    this.#next = (this.#next + 1) % SEQUENCES;
    this.#last = this.#next;
    const begun = this.#sequences[this.#next]!;
    begun.high = high;
    begun.low = low;
    begun.difference = 0;
    begun.extremes = 0;
    this.current = begun;
  }

  /** Sees a difference that was coded as a multiple of the last one. */
  see(times: number, difference: number): void {
    const { current } = this;
    if (times === 1) current.extremes = 0;
    if (times !== 0 && times !== MOST_TIMES && times !== LEAST_TIMES) return;
    current.extremes += 1;
    if (current.extremes <= EXTREMES) return;
    current.difference = difference;
    current.extremes = 0;
  }
}

/** The context of a difference that is a multiple of the last one. */
export function contextOfTimes(times: number): number {
  if (times === 1) return 1;
  if (times === LEAST_TIMES) return 6;
  if (times < 0) return 5;
  if (times === 0) return 7;
  if (times < 10) return 2;
  return times < MOST_TIMES ? 3 : 4;
}
