import {
  clampByte,
  ColorModels,
  GREY,
  NearInfraredModels,
  PACKET,
  PLACE,
  WaveformModels,
} from "../models/index.ts";
import { SymbolModel } from "@swath/survey/laz";
import type { ArithmeticEncoder } from "./arithmetic-encoder.ts";
import type { ItemScan } from "./item-scan.ts";

/** Encodes red, green and blue of a chunk's points, which stand at an offset; answers whether any changes. */
export function encodeColors(encoder: ArithmeticEncoder, scan: ItemScan, offset: number): boolean {
  const models = scan.models(() => new ColorModels());
  const { view, stride, count, before, contexts } = scan;
  let changed = 0;
  for (let point = 1, at = stride + offset; point < count; point += 1, at += stride)
    changed |= encodeColor(encoder, models[contexts[point]!]!, view, at, before[point]! + offset);
  return changed !== 0;
}

/** Encodes the colour of a point by that of another; answers which bytes are used. */
function encodeColor(
  encoder: ArithmeticEncoder,
  { used: usedModel, bytes }: ColorModels,
  view: DataView,
  at: number,
  from: number,
): number {
  const red = view.getUint16(at, true);
  const green = view.getUint16(at + 2, true);
  const blue = view.getUint16(at + 4, true);
  const lastRed = view.getUint16(from, true);
  const lastGreen = view.getUint16(from + 2, true);
  const lastBlue = view.getUint16(from + 4, true);
  const used =
    differing(red, lastRed) |
    (differing(green, lastGreen) << 2) |
    (differing(blue, lastBlue) << 4) |
    (red === green && red === blue ? 0 : GREY);
  encoder.symbol(usedModel, used);
  let low = (red & 255) - (lastRed & 255);
  let high = (red >> 8) - (lastRed >> 8);
  if ((used & 1) !== 0) encoder.symbol(bytes[0]!, low & 255);
  if ((used & 2) !== 0) encoder.symbol(bytes[1]!, high & 255);
  if ((used & GREY) === 0) return used;
  if ((used & 4) !== 0)
    encoder.symbol(bytes[2]!, ((green & 255) - clampByte(low + (lastGreen & 255))) & 255);
  if ((used & 16) !== 0) {
    // Halved towards zero.
    low = ((low + (green & 255) - (lastGreen & 255)) / 2) | 0;
    encoder.symbol(bytes[4]!, ((blue & 255) - clampByte(low + (lastBlue & 255))) & 255);
  }
  if ((used & 8) !== 0)
    encoder.symbol(bytes[3]!, ((green >> 8) - clampByte(high + (lastGreen >> 8))) & 255);
  if ((used & 32) !== 0) {
    high = ((high + (green >> 8) - (lastGreen >> 8)) / 2) | 0;
    encoder.symbol(bytes[5]!, ((blue >> 8) - clampByte(high + (lastBlue >> 8))) & 255);
  }
  return used;
}

/** 1 where the low bytes differ, 2 where the high ones do. */
function differing(one: number, other: number): number {
  const bits = one ^ other;
  return ((bits & 255) === 0 ? 0 : 1) | (bits >> 8 === 0 ? 0 : 2);
}

/** Encodes near infrared at an offset; answers whether any changes. */
export function encodeNearInfrared(
  encoder: ArithmeticEncoder,
  scan: ItemScan,
  offset: number,
): boolean {
  const models = scan.models(() => new NearInfraredModels());
  const { view, stride, count, before, contexts } = scan;
  let changed = 0;
  for (let point = 1, at = stride + offset; point < count; point += 1, at += stride) {
    const value = view.getUint16(at, true);
    const last = view.getUint16(before[point]! + offset, true);
    const { used: usedModel, bytes } = models[contexts[point]!]!;
    const used = differing(value, last);
    encoder.symbol(usedModel, used);
    if ((used & 1) !== 0) encoder.symbol(bytes[0]!, (value - last) & 255);
    if ((used & 2) !== 0) encoder.symbol(bytes[1]!, ((value >> 8) - (last >> 8)) & 255);
    changed |= used;
  }
  return changed !== 0;
}

/** Encodes a byte at an offset, an extra one; nothing where it does not change. */
export function encodeByte(encoder: ArithmeticEncoder, scan: ItemScan, offset: number): boolean {
  const { bytes, stride, count, before, contexts } = scan;
  let changed = 0;
  for (
    let point = 1, at = stride + offset;
    point < count && changed === 0;
    point += 1, at += stride
  )
    changed = bytes[at]! ^ bytes[before[point]! + offset]!;
  if (changed === 0) return false;
  const models = scan.models(() => new SymbolModel(256));
  for (let point = 1, at = stride + offset; point < count; point += 1, at += stride)
    encoder.symbol(models[contexts[point]!]!, (bytes[at]! - bytes[before[point]! + offset]!) & 255);
  return true;
}

/** Encodes waveform packets at an offset; answers whether any changes. */
export function encodeWaveforms(
  encoder: ArithmeticEncoder,
  scan: ItemScan,
  offset: number,
): boolean {
  const models = scan.models(() => new WaveformModels());
  const { view, bytes, stride, count, before, contexts } = scan;
  let changed = 0;
  for (let point = 1, at = stride + offset; point < count; point += 1, at += stride) {
    const from = before[point]! + offset;
    for (let byte = 0; byte < 29; byte += 1) changed |= bytes[at + byte]! ^ bytes[from + byte]!;
    encodePacket(encoder, models[contexts[point]!]!, view, at, from);
  }
  return changed !== 0;
}

function encodePacket(
  encoder: ArithmeticEncoder,
  models: WaveformModels,
  view: DataView,
  at: number,
  from: number,
): void {
  encoder.symbol(models.index, view.getUint8(at));
  const offset = view.getBigUint64(at + PACKET.offset, true);
  const difference = BigInt.asIntN(64, offset - view.getBigUint64(from + PACKET.offset, true));
  const small = Number(BigInt.asIntN(32, difference));
  const place =
    difference !== BigInt(small)
      ? PLACE.other
      : small === 0
        ? PLACE.same
        : small > 0 && small === view.getInt32(from + PACKET.size, true)
          ? PLACE.behind
          : PLACE.difference;
  encoder.symbol(models.places[models.place]!, place);
  models.place = place;
  if (place === PLACE.difference) {
    encoder.integer(models.difference, models.last, small, 0);
    models.last = small;
  } else if (place === PLACE.other) {
    encoder.bits(32, view.getInt32(at + PACKET.offset, true));
    encoder.bits(32, view.getInt32(at + PACKET.offset + 4, true));
  }
  const follow = (model: WaveformModels["size"], field: number, context: number): void =>
    encoder.integer(
      model,
      view.getInt32(from + field, true),
      view.getInt32(at + field, true),
      context,
    );
  follow(models.size, PACKET.size, 0);
  follow(models.returnPoint, PACKET.returnPoint, 0);
  for (let axis = 0; axis < 3; axis += 1)
    follow(models.direction, PACKET.direction + axis * 4, axis);
}
