import type { ArithmeticDecoder } from "@swath/survey/laz";
import {
  clampByte,
  type ColorModels,
  GREY,
  type NearInfraredModels,
  PACKET,
  PLACE,
  type WaveformModels,
} from "./models/index.ts";

/** Decodes three colours, from byte `at` on, over those of the point before. */
export function decodeColors(
  decoder: ArithmeticDecoder,
  models: ColorModels,
  point: DataView,
  at: number,
): void {
  const used = decoder.symbol(models.used);
  const [low, high] = [point.getUint8(at), point.getUint8(at + 1)];
  const redLow = decodeByte(decoder, models, used, 0, low, 0);
  const redHigh = decodeByte(decoder, models, used, 1, high, 0);
  point.setUint8(at, redLow);
  point.setUint8(at + 1, redHigh);
  if ((used & GREY) === 0) {
    for (let byte = 2; byte < 6; byte += 2) {
      point.setUint8(at + byte, redLow);
      point.setUint8(at + byte + 1, redHigh);
    }
    return;
  }
  decodeOthers(decoder, models, used, point, at, redLow - low, 0);
  decodeOthers(decoder, models, used, point, at + 1, redHigh - high, 1);
}

/** Green and blue, low or high bytes, by how much red has changed. */
function decodeOthers(
  decoder: ArithmeticDecoder,
  models: ColorModels,
  used: number,
  point: DataView,
  at: number,
  change: number,
  byte: 0 | 1,
): void {
  const before = point.getUint8(at + 2);
  const green = decodeByte(decoder, models, used, byte + 2, before, change);
  point.setUint8(at + 2, green);
  // Halved towards zero.
  const both = Math.trunc((change + green - before) / 2);
  const blue = decodeByte(decoder, models, used, byte + 4, point.getUint8(at + 4), both);
  point.setUint8(at + 4, blue);
}

function decodeByte(
  decoder: ArithmeticDecoder,
  models: ColorModels,
  used: number,
  byte: number,
  before: number,
  change: number,
): number {
  if ((used & (1 << byte)) === 0) return before;
  return (decoder.symbol(models.bytes[byte]!) + clampByte(change + before)) & 255;
}

/** Decodes near infrared, from byte `at` on, over that of the point before. */
export function decodeNearInfrared(
  decoder: ArithmeticDecoder,
  models: NearInfraredModels,
  point: DataView,
  at: number,
): void {
  const used = decoder.symbol(models.used);
  for (const [byte, model] of models.bytes.entries())
    if ((used & (1 << byte)) !== 0)
      point.setUint8(at + byte, (decoder.symbol(model) + point.getUint8(at + byte)) & 255);
}

/**
 * Decodes a waveform packet, from byte `at` on, over the one before: index of its descriptor, place
 * and size of its samples, place of the return in them, direction.
 */
export function decodeWaveform(
  decoder: ArithmeticDecoder,
  models: WaveformModels,
  packet: DataView,
  at: number,
): void {
  packet.setUint8(at, decoder.symbol(models.index));
  models.place = decoder.symbol(models.places[models.place]!);
  const offset = packet.getBigUint64(at + PACKET.offset, true);
  packet.setBigUint64(at + PACKET.offset, offsetOf(decoder, models, offset, packet, at), true);
  const follow = (model: WaveformModels["size"], field: number, context = 0): void => {
    const value = decoder.integer(model, packet.getInt32(at + field, true), context);
    packet.setInt32(at + field, value, true);
  };
  follow(models.size, PACKET.size);
  follow(models.returnPoint, PACKET.returnPoint);
  for (let axis = 0; axis < 3; axis += 1)
    follow(models.direction, PACKET.direction + axis * 4, axis);
}

function offsetOf(
  decoder: ArithmeticDecoder,
  models: WaveformModels,
  before: bigint,
  packet: DataView,
  at: number,
): bigint {
  if (models.place === PLACE.same) return before;
  if (models.place === PLACE.behind)
    return before + BigInt(packet.getUint32(at + PACKET.size, true));
  if (models.place === PLACE.difference) {
    models.last = decoder.integer(models.difference, models.last);
    return before + BigInt(models.last);
  }
  const low = decoder.bits(32);
  return (BigInt(decoder.bits(32)) << 32n) | BigInt(low);
}
