import { type ArithmeticDecoder, SymbolModel } from "@swath/survey/laz";

/** Decodes near infrared, low byte and high byte (the second layer of LASzip's item RGBNIR14). */
export class NearInfraredDecoder {
  readonly #used = new SymbolModel(4);
  readonly #models = [new SymbolModel(256), new SymbolModel(256)];

  /** Decodes a value, from byte `at` on, over that of the point before. */
  decode(decoder: ArithmeticDecoder, point: DataView, at: number): void {
    const used = decoder.symbol(this.#used);
    for (const [byte, model] of this.#models.entries())
      if ((used & (1 << byte)) !== 0)
        point.setUint8(at + byte, (decoder.symbol(model) + point.getUint8(at + byte)) & 255);
  }
}
