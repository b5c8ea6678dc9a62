import { type ArithmeticDecoder, SymbolModel } from "./arithmetic-decoder.ts";
import { IntegerDecoder } from "./integer-decoder.ts";

/**
 * Passes over waveform packets (LASzip's item WAVEPACKET13): their codes stand between those of the
 * points and have to be decoded, what they say is not kept. How many codes there are depends on symbols
 * alone, so that no value has to be right.
 */
export class Waveform13Decoder {
  readonly #index = new SymbolModel(256);
  readonly #offsetKinds = Array.from({ length: 4 }, () => new SymbolModel(4));
  readonly #offset = new IntegerDecoder(32);
  readonly #size = new IntegerDecoder(32);
  readonly #returnPoint = new IntegerDecoder(32);
  readonly #direction = new IntegerDecoder(32, 3);
  #kind = 0;

  skip(decoder: ArithmeticDecoder): void {
    decoder.symbol(this.#index);
    this.#kind = decoder.symbol(this.#offsetKinds[this.#kind]!);
    if (this.#kind === 2) this.#offset.decode(decoder, 0);
    if (this.#kind === 3) for (let part = 0; part < 4; part += 1) decoder.bits(16);
    this.#size.decode(decoder, 0);
    this.#returnPoint.decode(decoder, 0);
    for (let axis = 0; axis < 3; axis += 1) this.#direction.decode(decoder, 0, axis);
  }
}
