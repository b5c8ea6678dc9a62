import { type ArithmeticDecoder, IntegerModel, SymbolModel } from "@swath/survey/laz";
import { SymbolTable } from "./models/index.ts";

/** Bits that say which fields differ from the point before. */
const CHANGED = { intensity: 32, returns: 16, classes: 8, angle: 4, user: 2, source: 1 };
const MOST_BITS = 19;

/** Decodes the 20 bytes of a point of formats 0 to 5 (LASzip's item POINT10, version 1). */
export class Point10Version1 {
  readonly #changed = new SymbolModel(64);
  readonly #returns = new SymbolTable();
  readonly #classes = new SymbolTable();
  readonly #users = new SymbolTable();
  readonly #intensity = new IntegerModel(16);
  readonly #angle = new IntegerModel(8, 2);
  readonly #source = new IntegerModel(16);
  readonly #dx = new IntegerModel(32);
  readonly #dy = new IntegerModel(32, 20);
  readonly #z = new IntegerModel(32, 20);
  readonly #lastX = [0, 0, 0];
  readonly #lastY = [0, 0, 0];
  #turn = 0;

  /** Decodes one point over the bytes of the one before it. */
  decode(decoder: ArithmeticDecoder, point: DataView): void {
    const dx = decoder.integer(this.#dx, median(this.#lastX));
    const bits = this.#dx.last;
    const dy = decoder.integer(this.#dy, median(this.#lastY), Math.min(MOST_BITS, bits));
    const both = (bits + this.#dy.last) >> 1;
    const z = decoder.integer(this.#z, point.getInt32(8, true), Math.min(MOST_BITS, both));
    point.setInt32(0, (point.getInt32(0, true) + dx) | 0, true);
    point.setInt32(4, (point.getInt32(4, true) + dy) | 0, true);
    point.setInt32(8, z, true);
    const changed = decoder.symbol(this.#changed);
    if (changed > 0) this.#decodeFields(decoder, point, changed, both);
    this.#lastX[this.#turn] = dx;
    this.#lastY[this.#turn] = dy;
    this.#turn = (this.#turn + 1) % 3;
  }

  #decodeFields(decoder: ArithmeticDecoder, point: DataView, changed: number, bits: number): void {
    const has = (field: number): boolean => (changed & field) !== 0;
    if (has(CHANGED.intensity))
      point.setUint16(12, decoder.integer(this.#intensity, point.getUint16(12, true)), true);
    if (has(CHANGED.returns))
      point.setUint8(14, decoder.symbol(this.#returns.of(point.getUint8(14))));
    if (has(CHANGED.classes))
      point.setUint8(15, decoder.symbol(this.#classes.of(point.getUint8(15))));
    if (has(CHANGED.angle))
      point.setUint8(16, decoder.integer(this.#angle, point.getUint8(16), bits < 3 ? 1 : 0));
    if (has(CHANGED.user)) point.setUint8(17, decoder.symbol(this.#users.of(point.getUint8(17))));
    if (has(CHANGED.source))
      point.setUint16(18, decoder.integer(this.#source, point.getUint16(18, true)), true);
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[1]!;

const COLOR_BYTES = 6;

/** Decodes red, green and blue, byte by byte (LASzip's item RGB12, version 1). */
export class Color12Version1 {
  readonly #used = new SymbolModel(64);
  readonly #bytes = new IntegerModel(8, COLOR_BYTES);

  /** Decodes three colours, from byte `at` on, over those of the point before. */
  decode(decoder: ArithmeticDecoder, point: DataView, at: number): void {
    const used = decoder.symbol(this.#used);
    for (let byte = 0; byte < COLOR_BYTES; byte += 1)
      if ((used & (1 << byte)) !== 0)
        point.setUint8(at + byte, decoder.integer(this.#bytes, point.getUint8(at + byte), byte));
  }
}

/** Decodes extra bytes (LASzip's item BYTE, version 1). */
export class BytesVersion1 {
  readonly #count: number;
  readonly #bytes: IntegerModel;

  constructor(count: number) {
    this.#count = count;
    this.#bytes = new IntegerModel(8, count);
  }

  decode(decoder: ArithmeticDecoder, point: DataView, at: number): void {
    for (let byte = 0; byte < this.#count; byte += 1)
      point.setUint8(at + byte, decoder.integer(this.#bytes, point.getUint8(at + byte), byte));
  }
}

/** Multiples of the last difference up to 509 have a symbol of their own. */
const SYMBOLS = 512;
const MOST = SYMBOLS - 3;
const FULL = SYMBOLS - 2;
/** After this many differences beyond the multiples the last one becomes the new difference. */
const EXTREMES = 3;

/** Decodes GPS times, as doubles taken for integers of 64 bits (LASzip's item GPSTIME11, version 1). */
export class Time11Version1 {
  readonly #multiples = new SymbolModel(SYMBOLS);
  readonly #withoutDifference = new SymbolModel(3);
  readonly #differences = new IntegerModel(32, 6);
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
        this.#difference = decoder.integer(this.#differences, 0, 0);
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
    const difference = decoder.integer(this.#differences, prediction, contextOf(times));
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
