import { type ArithmeticDecoder, IntegerDecoder, SymbolModel } from "@swath/survey/laz";

const COLOR_BYTES = 6;

/** Decodes red, green and blue, byte by byte (LASzip's item RGB12, version 1). */
export class Color12Version1 {
  readonly #used = new SymbolModel(64);
  readonly #bytes = new IntegerDecoder(8, COLOR_BYTES);

  /** Decodes three colours, from byte `at` on, over those of the point before. */
  decode(decoder: ArithmeticDecoder, point: DataView, at: number): void {
    const used = decoder.symbol(this.#used);
    for (let byte = 0; byte < COLOR_BYTES; byte += 1)
      if ((used & (1 << byte)) !== 0)
        point.setUint8(at + byte, this.#bytes.decode(decoder, point.getUint8(at + byte), byte));
  }
}

/** Decodes extra bytes (LASzip's item BYTE, version 1). */
export class BytesVersion1 {
  readonly #count: number;
  readonly #bytes: IntegerDecoder;

  constructor(count: number) {
    this.#count = count;
    this.#bytes = new IntegerDecoder(8, count);
  }

  decode(decoder: ArithmeticDecoder, point: DataView, at: number): void {
    for (let byte = 0; byte < this.#count; byte += 1)
      point.setUint8(at + byte, this.#bytes.decode(decoder, point.getUint8(at + byte), byte));
  }
}
