import { type ArithmeticDecoder, SymbolModel } from "./arithmetic-decoder.ts";
import { IntegerDecoder } from "./integer-decoder.ts";

/** Multiples of the last difference that have a symbol of their own: −10 to 500. */
const MOST = 500;
const LEAST = -10;
const UNCHANGED = MOST - LEAST + 1;
const FULL = UNCHANGED + 1;
const SYMBOLS = FULL + 4;
/** After so many differences beyond the multiples the last one is the new difference. */
const EXTREMES = 3;
const SEQUENCES = 4;

interface Sequence {
  time: bigint;
  difference: number;
  extremes: number;
}

/** Decodes GPS times, as doubles taken for integers of 64 bits (LASzip's item GPSTIME11, version 2). */
export class Time11Decoder {
  readonly #multiples = new SymbolModel(SYMBOLS);
  readonly #withoutDifference = new SymbolModel(6);
  readonly #differences = new IntegerDecoder(32, 9);
  readonly #sequences: readonly Sequence[];
  #last = 0;
  #next = 0;

  constructor(first: bigint) {
    this.#sequences = Array.from({ length: SEQUENCES }, (_, index) => ({
      time: index === 0 ? first : 0n,
      difference: 0,
      extremes: 0,
    }));
  }

  decode(decoder: ArithmeticDecoder): bigint {
    while (this.#step(decoder));
    return this.#sequences[this.#last]!.time;
  }

  /** Decodes a symbol; answers whether it led to another sequence, whose symbol follows. */
  #step(decoder: ArithmeticDecoder): boolean {
    const sequence = this.#sequences[this.#last]!;
    const none = sequence.difference === 0;
    const symbol = decoder.symbol(none ? this.#withoutDifference : this.#multiples);
    const [same, full] = none ? [0, 2] : [UNCHANGED, FULL];
    if (symbol > full) {
      this.#last = (this.#last + symbol - full) % SEQUENCES;
      return true;
    }
    if (symbol === full) this.#begin(decoder, sequence);
    else if (symbol === same) return false;
    else if (none) {
      sequence.difference = this.#differences.decode(decoder, 0, 0);
      this.#advance(sequence, sequence.difference);
      sequence.extremes = 0;
    } else this.#multiple(decoder, sequence, symbol);
    return false;
  }

  /** A time of its own, in another sequence. */
  #begin(decoder: ArithmeticDecoder, before: Sequence): void {
    this.#next = (this.#next + 1) % SEQUENCES;
    const high = this.#differences.decode(
      decoder,
      Number(BigInt.asIntN(32, before.time >> 32n)),
      8,
    );
    const low = decoder.bits(32);
    const sequence = this.#sequences[this.#next]!;
    sequence.time = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
    [sequence.difference, sequence.extremes] = [0, 0];
    this.#last = this.#next;
  }

  #multiple(decoder: ArithmeticDecoder, sequence: Sequence, symbol: number): void {
    const times = symbol > MOST ? Math.max(LEAST, MOST - symbol) : symbol;
    const prediction = Math.imul(times, sequence.difference);
    const difference = this.#differences.decode(decoder, prediction, contextOf(times));
    this.#advance(sequence, difference);
    if (times === 1) sequence.extremes = 0;
    if (times !== 0 && times !== MOST && times !== LEAST) return;
    sequence.extremes += 1;
    if (sequence.extremes <= EXTREMES) return;
    [sequence.difference, sequence.extremes] = [difference, 0];
  }

  #advance(sequence: Sequence, difference: number): void {
    sequence.time = BigInt.asIntN(64, sequence.time + BigInt(difference));
  }
}

function contextOf(times: number): number {
  if (times === LEAST) return 6;
  if (times < 0) return 5;
  if (times === 0) return 7;
  if (times === 1) return 1;
  if (times < 10) return 2;
  return times < MOST ? 3 : 4;
}
