import { type ArithmeticDecoder, SymbolModel } from "@swath/survey/laz";

const GREY = 64;
const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

/** Decodes red, green and blue, low bytes and high bytes (LASzip's items RGB12, version 2, and RGB14). */
export class Color12Decoder {
  readonly #used = new SymbolModel(128);
  readonly #models = Array.from({ length: 6 }, () => new SymbolModel(256));

  /** Decodes three colours, from byte `at` on, over those of the point before. */
  decode(decoder: ArithmeticDecoder, point: DataView, at: number): void {
    const used = decoder.symbol(this.#used);
    const low = point.getUint8(at);
    const high = point.getUint8(at + 1);
    const redLow = this.#byte(decoder, used, 0, low, 0);
    const redHigh = this.#byte(decoder, used, 1, high, 0);
    point.setUint8(at, redLow);
    point.setUint8(at + 1, redHigh);
    if ((used & GREY) === 0) {
      for (let byte = 2; byte < 6; byte += 2) {
        point.setUint8(at + byte, redLow);
        point.setUint8(at + byte + 1, redHigh);
      }
      return;
    }
    this.#others(decoder, used, point, at, redLow - low);
    this.#others(decoder, used, point, at + 1, redHigh - high, 1);
  }

  /** Green and blue, low or high bytes, by how much red has changed. */
  #others(
    decoder: ArithmeticDecoder,
    used: number,
    point: DataView,
    at: number,
    change: number,
    byte: 0 | 1 = 0,
  ): void {
    const before = point.getUint8(at + 2);
    const green = this.#byte(decoder, used, byte + 2, before, change);
    point.setUint8(at + 2, green);
    // Halved towards zero.
    const both = Math.trunc((change + green - before) / 2);
    point.setUint8(at + 4, this.#byte(decoder, used, byte + 4, point.getUint8(at + 4), both));
  }

  #byte(
    decoder: ArithmeticDecoder,
    used: number,
    byte: number,
    before: number,
    change: number,
  ): number {
    if ((used & (1 << byte)) === 0) return before;
    return (decoder.symbol(this.#models[byte]!) + clamp(change + before)) & 255;
  }
}
