import {
  BIT_SHIFT,
  type BitModel,
  type IntegerModel,
  LARGEST_SYMBOL_BITS,
  SYMBOL_SHIFT,
  type SymbolModel,
} from "@swath/survey/laz";

/** Steps that are held before they are coded, each in two places. */
const HELD = 8_192;
/** Most bytes that a step can bring out, with room for the end. */
const STEP_BYTES = 4;
const END_BYTES = 16;
const SHORTEST_BITS = 24;
/**
 * A step narrows the interval to a part of it: by the bits of the unit that it is counted in, above these
 * how many units it begins behind, and how many it is long; 0 for the rest of the interval.
 */
const UNIT_BITS = 20;
const FROM_MASK = (1 << UNIT_BITS) - 1;
const SYMBOL_STEP = SYMBOL_SHIFT << UNIT_BITS;
const BIT_STEP = BIT_SHIFT << UNIT_BITS;
/** Most bits that are written at once. */
const PLAIN_BITS = 19;

/**
 * Adaptive arithmetic coding as LASzip has it (Isenburg, _LASzip: lossless compression of LiDAR data_,
 * 2013; after Said, _FastAC_, 2004). What is encoded is held as steps, all of one form, and coded many
 * at once, so that base and length of the interval stand in registers.
 */
export class ArithmeticEncoder {
  readonly #steps = new Int32Array(HELD * 2);
  #held = 0;
  #bytes = new Uint8Array(HELD * STEP_BYTES + END_BYTES);
  #size = 0;
  /** Where the codes that are being written begin. */
  #from = 0;
  #base = 0;
  #length = -1;

  /** Bytes of all codes that were ended. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  /** Forgets all codes. */
  clear(): void {
    this.#size = 0;
    this.#from = 0;
    this.#begin();
  }

  symbol(model: SymbolModel, symbol: number): void {
    const { cells } = model;
    const at = symbol * 2;
    const from = cells[at]!;
    // Behind the last symbol stands its own beginning: it is the rest of the interval.
    this.#step(SYMBOL_STEP | from, cells[at + 2]! - from);
    model.count(symbol);
  }

  bit(model: BitModel, bit: number): void {
    const { probability } = model;
    if (bit === 0) this.#step(BIT_STEP, probability);
    else this.#step(BIT_STEP | probability, 0);
    model.count(bit);
  }

  /** Up to 32 bits without a model. */
  bits(count: number, value: number): void {
    if (count <= PLAIN_BITS) {
      this.#step((count << UNIT_BITS) | value, 1);
      return;
    }
    this.#step((16 << UNIT_BITS) | (value & 0xffff), 1);
    this.#step(((count - 16) << UNIT_BITS) | (value >>> 16), 1);
  }

  /** An integer of its model's width, by its prediction. */
  integer(model: IntegerModel, prediction: number, value: number, context: number): void {
    const width = model.bits;
    let difference = (value - prediction) | 0;
    if (width < 32) difference = (difference << (32 - width)) >> (32 - width);
    const bits = 32 - Math.clz32(difference <= 0 ? -difference : difference - 1);
    model.last = bits;
    this.symbol(model.lengths(context), bits);
    if (bits === 0) {
      this.bit(model.zero, difference);
      return;
    }
    if (bits === 32) return;
    const coded = difference < 0 ? (difference + (((1 << bits) - 1) | 0)) | 0 : difference - 1;
    if (bits <= LARGEST_SYMBOL_BITS) this.symbol(model.corrector(bits), coded);
    else this.#wide(model, bits, coded);
  }

  #wide(model: IntegerModel, bits: number, coded: number): void {
    const plain = bits - LARGEST_SYMBOL_BITS;
    this.symbol(model.corrector(bits), coded >> plain);
    this.bits(plain, coded & ((1 << plain) - 1));
  }

  /** Ends the codes; answers their number of bytes. */
  end(): number {
    this.#code();
    const isLong = this.#length >>> 0 > 1 << 25;
    const before = this.#base;
    this.#base = (before + (isLong ? 1 << 24 : 1 << 23)) | 0;
    this.#length = isLong ? 1 << 23 : 1 << 15;
    if (this.#base >>> 0 < before >>> 0) this.#carry(this.#size);
    do {
      this.#bytes[this.#size++] = this.#base >>> 24;
      this.#base <<= 8;
      this.#length <<= 8;
    } while (this.#length >>> SHORTEST_BITS === 0);
    for (let zeros = isLong ? 3 : 2; zeros > 0; zeros -= 1) this.#bytes[this.#size++] = 0;
    this.#begin();
    const bytes = this.#size - this.#from;
    this.#from = this.#size;
    return bytes;
  }

  /** Forgets the codes that are not ended: 0 bytes. */
  drop(): number {
    this.#size = this.#from;
    this.#begin();
    return 0;
  }

  #begin(): void {
    this.#base = 0;
    this.#length = -1;
    this.#held = 0;
  }

  #step(place: number, length: number): void {
    if (this.#held === HELD * 2) this.#code();
    const steps = this.#steps;
    const held = this.#held;
    steps[held] = place;
    steps[held + 1] = length;
    this.#held = held + 2;
  }

  #carry(end: number): void {
    let at = end - 1;
    for (; this.#bytes[at] === 0xff; at -= 1) this.#bytes[at] = 0;
    this.#bytes[at]! += 1;
  }

  /** Codes what is held; base and length are 32 bits, which products are taken modulo. */
  #code(): void {
    this.#makeRoom();
    const [steps, held, bytes] = [this.#steps, this.#held, this.#bytes];
    let [base, length, size] = [this.#base, this.#length, this.#size];
    for (let at = 0; at < held; at += 2) {
      const place = steps[at]!;
      const units = steps[at + 1]!;
      const unit = length >>> (place >> UNIT_BITS);
      const from = Math.imul(unit, place & FROM_MASK);
      length = units === 0 ? (length - from) | 0 : Math.imul(unit, units);
      const moved = (base + from) | 0;
      if (moved >>> 0 < base >>> 0) this.#carry(size);
      base = moved;
      while (length >>> SHORTEST_BITS === 0) {
        bytes[size++] = base >>> 24;
        base <<= 8;
        length <<= 8;
      }
    }
    this.#base = base;
    this.#length = length;
    this.#size = size;
    this.#held = 0;
  }

  #makeRoom(): void {
    const wanted = this.#size + HELD * STEP_BYTES + END_BYTES;
    if (wanted <= this.#bytes.length) return;
    const larger = new Uint8Array(wanted * 2);
    larger.set(this.#bytes.subarray(0, this.#size));
    this.#bytes = larger;
  }
}
