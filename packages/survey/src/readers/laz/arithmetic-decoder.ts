/**
 * Adaptive arithmetic coding as LASzip has it (Isenburg, _LASzip: lossless compression of LiDAR data_,
 * 2013; after Said, _FastAC_, 2004). All figures are unsigned and of 32 bits.
 */
const SHORTEST = 0x0100_0000;
const SYMBOL_SHIFT = 15;
const SYMBOL_MOST = 0x8000;
const BIT_SHIFT = 13;
const BIT_MOST = 0x2000;

/** Adaptive frequencies of `symbols` symbols. */
export class SymbolModel {
  readonly distribution: Uint32Array;
  readonly #counts: Uint32Array;
  #total = 0;
  #cycle: number;
  #left: number;

  constructor(symbols: number) {
    this.distribution = new Uint32Array(symbols);
    this.#counts = new Uint32Array(symbols).fill(1);
    this.#cycle = symbols;
    this.#update();
    this.#cycle = (symbols + 6) >> 1;
    this.#left = this.#cycle;
  }

  count(symbol: number): void {
    this.#counts[symbol] = (this.#counts[symbol] ?? 0) + 1;
    this.#left -= 1;
    if (this.#left === 0) this.#update();
  }

  #update(): void {
    const counts = this.#counts;
    this.#total += this.#cycle;
    if (this.#total > SYMBOL_MOST) {
      this.#total = 0;
      for (let symbol = 0; symbol < counts.length; symbol += 1) {
        const halved = ((counts[symbol] ?? 0) + 1) >>> 1;
        counts[symbol] = halved;
        this.#total += halved;
      }
    }
    const scale = Math.floor(0x8000_0000 / this.#total);
    for (let symbol = 0, sum = 0; symbol < counts.length; symbol += 1) {
      this.distribution[symbol] = Math.floor((scale * sum) / 0x1_0000);
      sum += counts[symbol] ?? 0;
    }
    this.#cycle = Math.min((5 * this.#cycle) >> 2, (counts.length + 6) << 3);
    this.#left = this.#cycle;
  }
}

/** Adaptive frequency of a bit. */
export class BitModel {
  probability = 1 << (BIT_SHIFT - 1);
  #zeros = 1;
  #total = 2;
  #cycle = 4;
  #left = 4;

  count(bit: number): void {
    if (bit === 0) this.#zeros += 1;
    this.#left -= 1;
    if (this.#left > 0) return;
    this.#total += this.#cycle;
    if (this.#total > BIT_MOST) {
      this.#total = (this.#total + 1) >> 1;
      this.#zeros = (this.#zeros + 1) >> 1;
      if (this.#zeros === this.#total) this.#total += 1;
    }
    const scale = Math.floor(0x8000_0000 / this.#total);
    this.probability = Math.floor((this.#zeros * scale) / 2 ** (31 - BIT_SHIFT));
    this.#cycle = Math.min((5 * this.#cycle) >> 2, 64);
    this.#left = this.#cycle;
  }
}

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
    const { distribution } = model;
    const unit = this.#length >>> SYMBOL_SHIFT;
    const value = this.#value;
    let low = 0;
    let high = distribution.length;
    let from = 0;
    let to = this.#length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      const place = unit * distribution[middle]!;
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

  /** So many bits, at most 32, as they stand. */
  bits(count: number): number {
    if (count > 19) {
      const low = this.#plain(16);
      return this.bits(count - 16) * 0x1_0000 + low;
    }
    return this.#plain(count);
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
    if (this.#length === 0) throw new RangeError("codes of no length");
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
