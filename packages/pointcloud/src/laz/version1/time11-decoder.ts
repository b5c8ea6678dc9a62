import { type ArithmeticDecoder, IntegerDecoder, SymbolModel } from "@swath/survey/laz";

/** Multiples of the last difference up to 509 have a symbol of their own. */
const SYMBOLS = 512;
const MOST = SYMBOLS - 3;
const FULL = SYMBOLS - 2;
/** After so many differences beyond the multiples the last one is the new difference. */
const EXTREMES = 3;

/** Decodes GPS times, as doubles taken for integers of 64 bits (LASzip's item GPSTIME11, version 1). */
export class Time11Version1 {
  readonly #multiples = new SymbolModel(SYMBOLS);
  readonly #withoutDifference = new SymbolModel(3);
  readonly #differences = new IntegerDecoder(32, 6);
  #time: bigint;
  #difference = 0;
  #extremes = 0;

  constructor(first: bigint) {
    this.#time = first;
  }

  decode(decoder: ArithmeticDecoder): bigint {
    if (this.#difference === 0) {
      const symbol = decoder.symbol(this.#withoutDifference);
      if (symbol === 1) {
        this.#difference = this.#differences.decode(decoder, 0, 0);
        this.#advance(this.#difference);
      } else if (symbol === 2) this.#begin(decoder);
      return this.#time;
    }
    const symbol = decoder.symbol(this.#multiples);
    if (symbol <= MOST) this.#multiple(decoder, symbol);
    else if (symbol === FULL) this.#begin(decoder);
    return this.#time;
  }

  #multiple(decoder: ArithmeticDecoder, times: number): void {
    const prediction =
      times === 0 ? Math.trunc(this.#difference / 4) : Math.imul(times, this.#difference);
    const difference = this.#differences.decode(decoder, prediction, contextOf(times));
    this.#advance(difference);
    if (times === 1) [this.#difference, this.#extremes] = [difference, 0];
    if (times !== 0 && times !== MOST) return;
    this.#extremes += 1;
    if (this.#extremes > EXTREMES) [this.#difference, this.#extremes] = [difference, 0];
  }

  #begin(decoder: ArithmeticDecoder): void {
    const low = decoder.bits(32);
    const high = decoder.bits(32);
    this.#time = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
  }

  #advance(difference: number): void {
    this.#time = BigInt.asIntN(64, this.#time + BigInt(difference));
  }
}

function contextOf(times: number): number {
  if (times === 0) return 2;
  if (times === 1) return 1;
  if (times < 10) return 3;
  return times < 50 ? 4 : 5;
}
