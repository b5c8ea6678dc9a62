/** Bits of a place in the distribution of a {@link SymbolModel}, and of a {@link BitModel}'s probability. */
export const SYMBOL_SHIFT = 15;
export const BIT_SHIFT = 13;
const SYMBOL_MOST = 1 << SYMBOL_SHIFT;
const BIT_MOST = 1 << BIT_SHIFT;
const SCALE = 0x8000_0000;

/** Adaptive frequencies of `symbols` symbols. */
export class SymbolModel {
  readonly symbols: number;
  /**
   * Where each symbol begins in the distribution, and how often it came, in turns: they lie beside each
   * other, as they are needed together. Behind the last symbol its own beginning stands again.
   */
  readonly cells: Uint16Array;
  #total = 0;
  #cycle: number;
  #left = 0;

  constructor(symbols: number) {
    this.symbols = symbols;
    this.cells = new Uint16Array(symbols * 2 + 1).fill(1);
    this.#cycle = symbols;
    this.#update();
    this.#cycle = (symbols + 6) >> 1;
    this.#left = this.#cycle;
  }

  count(symbol: number): void {
    this.cells[symbol * 2 + 1]! += 1;
    if (--this.#left === 0) this.#update();
  }

  #update(): void {
    const { cells } = this;
    const end = this.symbols * 2;
    let total = this.#total + this.#cycle;
    if (total > SYMBOL_MOST) {
      total = 0;
      for (let at = 1; at < end; at += 2) {
        const halved = (cells[at]! + 1) >> 1;
        cells[at] = halved;
        total += halved;
      }
    }
    this.#total = total;
    const scale = Math.floor(SCALE / total);
    for (let at = 0, sum = 0; at < end; at += 2) {
      cells[at] = Math.imul(scale, sum) >>> 16;
      sum += cells[at + 1]!;
    }
    cells[end] = cells[end - 2]!;
    this.#cycle = Math.min((5 * this.#cycle) >> 2, (this.symbols + 6) << 3);
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
    const scale = Math.floor(SCALE / this.#total);
    this.probability = Math.floor((this.#zeros * scale) / 2 ** (31 - BIT_SHIFT));
    this.#cycle = Math.min((5 * this.#cycle) >> 2, 64);
    this.#left = this.#cycle;
  }
}

/** Bits of an integer's difference that have a symbol; those below stand as they are. */
export const LARGEST_SYMBOL_BITS = 8;

/**
 * Models of integers coded as the difference from a prediction (LASzip's IntegerCompressor): its number
 * of bits by the context, then the upper eight of them, the others as they stand.
 */
export class IntegerModel {
  readonly bits: number;
  readonly zero = new BitModel();
  /** Bits of the last difference. */
  last = 0;
  readonly #lengths: (SymbolModel | undefined)[];
  /** Made when they are first needed: few of them are. */
  readonly #correctors: (SymbolModel | undefined)[];

  constructor(bits: number, contexts = 1) {
    this.bits = bits;
    this.#lengths = Array.from({ length: contexts }, () => undefined);
    this.#correctors = Array.from({ length: bits + 1 }, () => undefined);
  }

  /** The model of the number of bits, in a context. */
  lengths(context: number): SymbolModel {
    return (this.#lengths[context] ??= new SymbolModel(this.bits + 1));
  }

  /** The model of the upper bits of a difference of so many bits. */
  corrector(bits: number): SymbolModel {
    return (this.#correctors[bits] ??= new SymbolModel(1 << Math.min(bits, LARGEST_SYMBOL_BITS)));
  }
}
