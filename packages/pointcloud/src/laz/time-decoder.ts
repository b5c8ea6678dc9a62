import { type ArithmeticDecoder, IntegerDecoder, SymbolModel } from "@swath/survey/laz";

/** Multiples of the last difference that have a symbol of their own: −10 to 500. */
const MOST = 500;
const LEAST = -10;
const MULTIPLES = MOST - LEAST + 1;
/** After this many differences beyond the multiples the last one becomes the new difference. */
const EXTREMES = 3;
const SEQUENCES = 4;
/** Writers lead to another sequence once for a time: damaged codes may do so without end. */
const MOST_LEADS = 64;

/** A time as the upper and the lower 32 bits of a double taken for an integer. */
interface Sequence {
  high: number;
  low: number;
  difference: number;
  extremes: number;
}

const sequence = (high: number, low: number): Sequence => ({
  high,
  low,
  difference: 0,
  extremes: 0,
});

/**
 * Decodes GPS times, as doubles taken for integers of 64 bits: LASzip's item GPSTIME11, version 2, and
 * the layer of times of POINT14, whose codes have no symbol for a time that stays as it is.
 */
export class TimeDecoder {
  readonly #multiples: SymbolModel;
  readonly #withoutDifference: SymbolModel;
  readonly #differences = new IntegerDecoder(32, 9);
  readonly #sequences: readonly Sequence[];
  /** Number of symbols for an unchanged time: none in a layer. */
  readonly #same: 0 | 1;
  #last = 0;
  #next = 0;

  /** Begins with the time that stands at a place. */
  constructor(first: DataView, at: number, isLayer: boolean) {
    this.#same = isLayer ? 0 : 1;
    this.#multiples = new SymbolModel(MULTIPLES + SEQUENCES + this.#same);
    this.#withoutDifference = new SymbolModel(1 + SEQUENCES + this.#same);
    const [low, high] = [first.getUint32(at, true), first.getInt32(at + 4, true)];
    this.#sequences = [sequence(high, low), ...[1, 2, 3].map(() => sequence(0, 0))];
  }

  /** Decodes the next time to a place. */
  decode(decoder: ArithmeticDecoder, to: DataView, at: number): void {
    for (let leads = 0; this.#step(decoder); leads += 1)
      if (leads === MOST_LEADS) throw new RangeError("codes of times without end");
    const { low, high } = this.#sequences[this.#last]!;
    to.setUint32(at, low, true);
    to.setInt32(at + 4, high, true);
  }

  /** Decodes a symbol; answers whether it led to another sequence, whose symbol follows. */
  #step(decoder: ArithmeticDecoder): boolean {
    const current = this.#sequences[this.#last]!;
    const none = current.difference === 0;
    const symbol = decoder.symbol(none ? this.#withoutDifference : this.#multiples);
    const full = none ? 1 + this.#same : MULTIPLES + this.#same;
    if (symbol > full) {
      this.#last = (this.#last + symbol - full) % SEQUENCES;
      return true;
    }
    if (symbol === full) this.#begin(decoder, current);
    else if (none) {
      if (this.#same === 1 && symbol === 0) return false;
      current.difference = this.#differences.decode(decoder, 0, 0);
      advance(current, current.difference);
      current.extremes = 0;
    } else if (symbol < MULTIPLES) this.#multiple(decoder, current, symbol);
    return false;
  }

  /** A time of its own, in another sequence. */
  #begin(decoder: ArithmeticDecoder, before: Sequence): void {
    this.#next = (this.#next + 1) % SEQUENCES;
    const high = this.#differences.decode(decoder, before.high, 8);
    const begun = this.#sequences[this.#next]!;
    begun.high = high;
    begun.low = decoder.bits(32);
    begun.difference = 0;
    begun.extremes = 0;
    this.#last = this.#next;
  }

  #multiple(decoder: ArithmeticDecoder, current: Sequence, symbol: number): void {
    const times = symbol > MOST ? MOST - symbol : symbol;
    const prediction = Math.imul(times, current.difference);
    const difference = this.#differences.decode(decoder, prediction, contextOf(times));
    advance(current, difference);
    if (times === 1) current.extremes = 0;
    if (times !== 0 && times !== MOST && times !== LEAST) return;
    current.extremes += 1;
    if (current.extremes <= EXTREMES) return;
    current.difference = difference;
    current.extremes = 0;
  }
}

function advance(current: Sequence, difference: number): void {
  const sum = current.low + difference;
  current.high = (current.high + Math.floor(sum / 0x1_0000_0000)) | 0;
  current.low = sum >>> 0;
}

function contextOf(times: number): number {
  if (times === LEAST) return 6;
  if (times < 0) return 5;
  if (times === 0) return 7;
  if (times === 1) return 1;
  if (times < 10) return 2;
  return times < MOST ? 3 : 4;
}
