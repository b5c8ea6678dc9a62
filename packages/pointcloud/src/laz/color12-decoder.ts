import { type ArithmeticDecoder, SymbolModel } from "./arithmetic-decoder.ts";

const GREY = 64;
const clamp = (value: number): number => Math.max(0, Math.min(255, value));

/** Decodes red, green and blue, low bytes and high bytes (LASzip's item RGB12, version 2). */
export class Color12Decoder {
  readonly #used = new SymbolModel(128);
  readonly #models = Array.from({ length: 6 }, () => new SymbolModel(256));

  /** Decodes three colours, from byte `at` on, over those of the point before. */
  decode(decoder: ArithmeticDecoder, point: DataView, at: number): void {
    const used = decoder.symbol(this.#used);
    const before = [0, 1, 2, 3, 4, 5].map((byte) => point.getUint8(at + byte));
    const [low, high] = [0, 1].map((byte) => this.#byte(decoder, used, byte, before[byte]!));
    const red = [low!, high!];
    for (const [byte, value] of red.entries()) point.setUint8(at + byte, value);
    if ((used & GREY) === 0) {
      for (const byte of [2, 3, 4, 5]) point.setUint8(at + byte, red[byte % 2]!);
      return;
    }
    for (const byte of [0, 1]) {
      const change = red[byte]! - before[byte]!;
      const green = this.#predicted(decoder, used, byte + 2, change, before[byte + 2]!);
      // Halved towards zero.
      const both = Math.trunc((change + green - before[byte + 2]!) / 2);
      const blue = this.#predicted(decoder, used, byte + 4, both, before[byte + 4]!);
      point.setUint8(at + byte + 2, green);
      point.setUint8(at + byte + 4, blue);
    }
  }

  #byte(decoder: ArithmeticDecoder, used: number, byte: number, before: number): number {
    if ((used & (1 << byte)) === 0) return before;
    return (decoder.symbol(this.#models[byte]!) + before) & 255;
  }

  #predicted(
    decoder: ArithmeticDecoder,
    used: number,
    byte: number,
    change: number,
    before: number,
  ): number {
    if ((used & (1 << byte)) === 0) return before;
    return (decoder.symbol(this.#models[byte]!) + clamp(change + before)) & 255;
  }
}
