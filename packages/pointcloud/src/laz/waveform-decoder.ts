import { type ArithmeticDecoder, IntegerDecoder, SymbolModel } from "@swath/survey/laz";

/** How the place of a packet follows from the one before. */
const PLACE = { same: 0, behind: 1, difference: 2 } as const;
const OFFSET = 1;
const SIZE = 9;
const RETURN_POINT = 13;
const DIRECTION = 17;

/**
 * Decodes the 29 bytes of a waveform packet (LASzip's items WAVEPACKET13 and WAVEPACKET14): index of
 * its descriptor, place and size of its samples, place of the return in them, direction.
 */
export class WaveformDecoder {
  readonly #index = new SymbolModel(256);
  readonly #places = Array.from({ length: 4 }, () => new SymbolModel(4));
  readonly #difference = new IntegerDecoder(32);
  readonly #size = new IntegerDecoder(32);
  readonly #returnPoint = new IntegerDecoder(32);
  readonly #direction = new IntegerDecoder(32, 3);
  #place = 0;
  #last = 0;

  /** Decodes one packet, from byte `at` on, over the one before. */
  decode(decoder: ArithmeticDecoder, packet: DataView, at: number): void {
    packet.setUint8(at, decoder.symbol(this.#index));
    this.#place = decoder.symbol(this.#places[this.#place]!);
    const offset = packet.getBigUint64(at + OFFSET, true);
    packet.setBigUint64(at + OFFSET, this.#offset(decoder, offset, packet, at), true);
    const follow = (values: IntegerDecoder, field: number, context = 0): void => {
      const value = values.decode(decoder, packet.getInt32(at + field, true), context);
      packet.setInt32(at + field, value, true);
    };
    follow(this.#size, SIZE);
    follow(this.#returnPoint, RETURN_POINT);
    for (let axis = 0; axis < 3; axis += 1) follow(this.#direction, DIRECTION + axis * 4, axis);
  }

  #offset(decoder: ArithmeticDecoder, before: bigint, packet: DataView, at: number): bigint {
    if (this.#place === PLACE.same) return before;
    if (this.#place === PLACE.behind) return before + BigInt(packet.getUint32(at + SIZE, true));
    if (this.#place === PLACE.difference) {
      this.#last = this.#difference.decode(decoder, this.#last);
      return before + BigInt(this.#last);
    }
    const low = decoder.bits(32);
    return (BigInt(decoder.bits(32)) << 32n) | BigInt(low);
  }
}
