import {
  BIT_SHIFT,
  type BitModel,
  type IntegerModel,
  LARGEST_SYMBOL_BITS,
  SYMBOL_SHIFT,
  type SymbolModel,
} from "./arithmetic-models.ts";

/**
 * Adaptive arithmetic coding as LASzip has it (Isenburg, _LASzip: lossless compression of LiDAR data_,
 * 2013; after Said, _FastAC_, 2004). All figures are unsigned and of 32 bits.
 */
const SHORTEST = 0x0100_0000;

/** Decodes from bytes; behind their end it goes on with zeros, which {@link ArithmeticDecoder.overrunBytes} counts. */
export class ArithmeticDecoder {
  readonly #bytes: Uint8Array;
  #at: number;
  #value = 0;
  #length = 0xffff_ffff;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
    for (let byte = 0; byte < 4; byte += 1) this.#value = this.#shifted();
  }

  /** How many bytes were read that are not there. */
  get overrunBytes(): number {
    return Math.max(0, this.#at - this.#bytes.length);
  }

  symbol(model: SymbolModel): number {
    const { cells } = model;
    const unit = this.#length >>> SYMBOL_SHIFT;
    const value = this.#value;
    let low = 0;
    let high = model.symbols;
    let from = 0;
    let to = this.#length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      const place = unit * cells[middle * 2]!;
      if (place > value) {
        high = middle;
        to = place;
      } else {
        low = middle;
        from = place;
      }
    }
    this.#narrow(from, to - from);
    model.count(low);
    return low;
  }

  bit(model: BitModel): number {
    const place = model.probability * (this.#length >>> BIT_SHIFT);
    const bit = this.#value >= place ? 1 : 0;
    if (bit === 0) this.#narrow(0, place);
    else this.#narrow(place, this.#length - place);
    model.count(bit);
    return bit;
  }

  /** Reads up to 32 bits without a model. */
  bits(count: number): number {
    if (count > 19) {
      const low = this.#plain(16);
      return this.bits(count - 16) * 0x1_0000 + low;
    }
    return this.#plain(count);
  }

  /**
   * An integer of its model's width, near its prediction: unsigned up to 16 bits, signed with 32.
   */
  integer(model: IntegerModel, prediction: number, context = 0): number {
    const value = prediction + this.#difference(model, context);
    if (model.bits === 32) return value | 0;
    const range = 2 ** model.bits;
    return value < 0 ? value + range : value >= range ? value - range : value;
  }

  #difference(model: IntegerModel, context: number): number {
    const bits = this.symbol(model.lengths(context));
    model.last = bits;
    if (bits === 0) return this.bit(model.zero);
    if (bits === 32) return -(2 ** 31);
    let value = this.symbol(model.corrector(bits));
    const plain = bits - LARGEST_SYMBOL_BITS;
    if (plain > 0) value = value * 2 ** plain + this.bits(plain);
    return value >= 2 ** (bits - 1) ? value + 1 : value - (2 ** bits - 1);
  }

  #plain(count: number): number {
    const unit = this.#length >>> count;
    const bits = Math.floor(this.#value / unit);
    this.#narrow(bits * unit, unit);
    return bits;
  }

  #narrow(from: number, length: number): void {
    this.#value = (this.#value - from) >>> 0;
    this.#length = length >>> 0;
    while (this.#length < SHORTEST) {
      this.#value = this.#shifted();
      this.#length = (this.#length << 8) >>> 0;
    }
  }

  #shifted(): number {
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at += 1;
    return ((this.#value << 8) | byte) >>> 0;
  }
}
