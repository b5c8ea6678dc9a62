import { type ArithmeticDecoder, IntegerDecoder, SymbolModel } from "@swath/survey/laz";
import { SymbolModels } from "../symbol-models.ts";

/** Bits that say which fields differ from the point before. */
const CHANGED = { intensity: 32, returns: 16, classes: 8, angle: 4, user: 2, source: 1 };
const MOST_BITS = 19;

/** Decodes the 20 bytes of a point of formats 0 to 5 (LASzip's item POINT10, version 1). */
export class Point10Version1 {
  readonly #changed = new SymbolModel(64);
  readonly #returns = new SymbolModels();
  readonly #classes = new SymbolModels();
  readonly #users = new SymbolModels();
  readonly #intensity = new IntegerDecoder(16);
  readonly #angle = new IntegerDecoder(8, 2);
  readonly #source = new IntegerDecoder(16);
  readonly #dx = new IntegerDecoder(32);
  readonly #dy = new IntegerDecoder(32, 20);
  readonly #z = new IntegerDecoder(32, 20);
  readonly #lastX = [0, 0, 0];
  readonly #lastY = [0, 0, 0];
  #turn = 0;

  /** Decodes one point over the bytes of the one before it. */
  decode(decoder: ArithmeticDecoder, point: DataView): void {
    const dx = this.#dx.decode(decoder, median(this.#lastX));
    const bits = this.#dx.last;
    const dy = this.#dy.decode(decoder, median(this.#lastY), Math.min(MOST_BITS, bits));
    const both = (bits + this.#dy.last) >> 1;
    const z = this.#z.decode(decoder, point.getInt32(8, true), Math.min(MOST_BITS, both));
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
      point.setUint16(12, this.#intensity.decode(decoder, point.getUint16(12, true)), true);
    if (has(CHANGED.returns))
      point.setUint8(14, decoder.symbol(this.#returns.of(point.getUint8(14))));
    if (has(CHANGED.classes))
      point.setUint8(15, decoder.symbol(this.#classes.of(point.getUint8(15))));
    if (has(CHANGED.angle))
      point.setUint8(16, this.#angle.decode(decoder, point.getUint8(16), bits < 3 ? 1 : 0));
    if (has(CHANGED.user)) point.setUint8(17, decoder.symbol(this.#users.of(point.getUint8(17))));
    if (has(CHANGED.source))
      point.setUint16(18, this.#source.decode(decoder, point.getUint16(18, true)), true);
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[1]!;
