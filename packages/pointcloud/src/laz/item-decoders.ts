import { type ArithmeticDecoder, IntegerDecoder, SymbolModel } from "@swath/survey/laz";

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
