import { type ArithmeticDecoder, BitModel, SymbolModel } from "./arithmetic-decoder.ts";

const LARGEST_SYMBOL_BITS = 8;

/**
 * Integers coded as the difference from a prediction (LASzip's IntegerCompressor): its number of bits
 * by the context, then the upper eight of them by a model, the others as they stand.
 */
export class IntegerDecoder {
  readonly #bits: number;
  /** By context. */
  readonly #lengths: (SymbolModel | undefined)[];
  readonly #zero = new BitModel();
  /** Made when they are first needed: few of them are. */
  readonly #correctors: (SymbolModel | undefined)[] = [];
  /** Bits of the last difference. */
  last = 0;

  constructor(bits: number, contexts = 1) {
    this.#bits = bits;
    this.#lengths = Array.from({ length: contexts }, () => undefined);
  }

  /** An integer of so many bits: unsigned up to 16, signed of 32, around its prediction. */
  decode(decoder: ArithmeticDecoder, prediction: number, context = 0): number {
    const value = prediction + this.#difference(decoder, context);
    if (this.#bits === 32) return value | 0;
    const range = 2 ** this.#bits;
    return value < 0 ? value + range : value >= range ? value - range : value;
  }

  #difference(decoder: ArithmeticDecoder, context: number): number {
    const bits = decoder.symbol((this.#lengths[context] ??= new SymbolModel(this.#bits + 1)));
    this.last = bits;
    if (bits === 0) return decoder.bit(this.#zero);
    if (bits === 32) return -(2 ** 31);
    const model = (this.#correctors[bits] ??= new SymbolModel(
      1 << Math.min(bits, LARGEST_SYMBOL_BITS),
    ));
    let value = decoder.symbol(model);
    const plain = bits - LARGEST_SYMBOL_BITS;
    if (plain > 0) value = value * 2 ** plain + decoder.bits(plain);
    return value >= 2 ** (bits - 1) ? value + 1 : value - (2 ** bits - 1);
  }
}
