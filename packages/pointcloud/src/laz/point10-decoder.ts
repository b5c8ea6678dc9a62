import { type ArithmeticDecoder, IntegerModel, SymbolModel } from "@swath/survey/laz";
import { RunningMedian, SymbolTable } from "./models/index.ts";

/** Contexts by number of the return (columns) and returns of the pulse (rows). */
const RETURN_MAP = [
  [15, 14, 13, 12, 11, 10, 9, 8],
  [14, 0, 1, 3, 6, 10, 10, 9],
  [13, 1, 2, 4, 7, 11, 11, 10],
  [12, 3, 4, 5, 8, 12, 12, 11],
  [11, 6, 7, 8, 9, 13, 13, 12],
  [10, 10, 11, 12, 13, 14, 14, 13],
  [9, 10, 11, 12, 13, 14, 15, 14],
  [8, 9, 10, 11, 12, 13, 14, 15],
];
/** Bits that say which fields differ from the point before. */
const CHANGED = { returns: 32, intensity: 16, classes: 8, angle: 4, user: 2, source: 1 };

/** Decodes the 20 bytes of a point of formats 0 to 5 (LASzip's item POINT10, version 2). */
export class Point10Decoder {
  readonly #changed = new SymbolModel(64);
  readonly #returns = new SymbolTable();
  readonly #classes = new SymbolTable();
  readonly #users = new SymbolTable();
  readonly #angles = [new SymbolModel(256), new SymbolModel(256)];
  readonly #intensity = new IntegerModel(16, 4);
  readonly #source = new IntegerModel(16);
  readonly #dx = new IntegerModel(32, 2);
  readonly #dy = new IntegerModel(32, 22);
  readonly #z = new IntegerModel(32, 20);
  readonly #medianX = Array.from({ length: 16 }, () => new RunningMedian());
  readonly #medianY = Array.from({ length: 16 }, () => new RunningMedian());
  readonly #intensities = new Uint16Array(16);
  readonly #heights = new Int32Array(8);

  /** Decodes one point over the bytes of the one before it. */
  decode(decoder: ArithmeticDecoder, point: DataView): void {
    const changed = decoder.symbol(this.#changed);
    if ((changed & CHANGED.returns) !== 0)
      point.setUint8(14, decoder.symbol(this.#returns.of(point.getUint8(14))));
    const returns = point.getUint8(14);
    const [number, count] = [returns & 7, (returns >> 3) & 7];
    const context = RETURN_MAP[count]![number]!;
    if (changed > 0) this.#decodeFields(decoder, point, changed, context);
    this.#decodePlace(decoder, point, context, count === 1 ? 1 : 0, Math.abs(count - number));
  }

  #decodeFields(
    decoder: ArithmeticDecoder,
    point: DataView,
    changed: number,
    context: number,
  ): void {
    if ((changed & CHANGED.intensity) !== 0)
      this.#intensities[context] = decoder.integer(
        this.#intensity,
        this.#intensities[context]!,
        Math.min(3, context),
      );
    point.setUint16(12, this.#intensities[context]!, true);
    if ((changed & CHANGED.classes) !== 0)
      point.setUint8(15, decoder.symbol(this.#classes.of(point.getUint8(15))));
    if ((changed & CHANGED.angle) !== 0) {
      const model = this.#angles[(point.getUint8(14) >> 6) & 1]!;
      point.setUint8(16, (decoder.symbol(model) + point.getUint8(16)) & 255);
    }
    if ((changed & CHANGED.user) !== 0)
      point.setUint8(17, decoder.symbol(this.#users.of(point.getUint8(17))));
    if ((changed & CHANGED.source) !== 0)
      point.setUint16(18, decoder.integer(this.#source, point.getUint16(18, true)), true);
  }

  #decodePlace(
    decoder: ArithmeticDecoder,
    point: DataView,
    context: number,
    single: number,
    level: number,
  ): void {
    const [medianX, medianY] = [this.#medianX[context]!, this.#medianY[context]!];
    const dx = decoder.integer(this.#dx, medianX.median, single);
    medianX.add(dx);
    point.setInt32(0, (point.getInt32(0, true) + dx) | 0, true);
    const bits = Math.min(20, this.#dx.last & ~1);
    const dy = decoder.integer(this.#dy, medianY.median, single + bits);
    medianY.add(dy);
    point.setInt32(4, (point.getInt32(4, true) + dy) | 0, true);
    const both = Math.min(18, ((this.#dx.last + this.#dy.last) >> 1) & ~1);
    this.#heights[level] = decoder.integer(this.#z, this.#heights[level]!, single + both);
    point.setInt32(8, this.#heights[level], true);
  }
}
