import type { ArithmeticDecoder } from "@swath/survey/laz";
import {
  AT,
  CHANGED,
  CHANNEL_BITS,
  codedFlags,
  contextOfBoth,
  contextOfX,
  fieldKindOf,
  kindOf,
  levelOf,
  POINT14_BYTES,
  Point14Models,
  RETURN,
  RETURN_CONTEXTS,
} from "./models/index.ts";
import type { Layers } from "./chunk-layers.ts";
import { decodeTime } from "./time-decoder.ts";

/** Models of a scanner channel, and its last point, over which the next is decoded. */
class Point14Channel {
  readonly last: DataView;
  /** The bytes of the last point. */
  readonly bytes: Uint8Array;
  /** Whether the last point came with another time than the one before it. */
  timeChanged = false;
  readonly models: Point14Models;

  /** Begins with the point before. */
  constructor(before: DataView) {
    this.bytes = new Uint8Array(before.buffer, before.byteOffset, POINT14_BYTES).slice();
    this.last = new DataView(this.bytes.buffer);
    this.models = new Point14Models(this.last);
  }
}

/** Decodes the 30 bytes of a point of formats 6 to 10 (LASzip's item POINT14, versions 2 to 4). */
export class Point14Decoder {
  readonly #layers: Layers;
  readonly #channels: (Point14Channel | undefined)[] = [];
  /** Scanner channel of the latest point. */
  channel: number;
  /** Whether it is another one than that of the point before. */
  channelChanged = false;

  constructor(layers: Layers, first: DataView) {
    this.#layers = layers;
    this.channel = (first.getUint8(AT.flags) & CHANNEL_BITS) >> 4;
    this.#channels[this.channel] = new Point14Channel(first);
  }

  /** Decodes the next point to a place. */
  decode(to: Uint8Array, at: number): void {
    const codes = this.#layers[0]!;
    const before = this.#channels[this.channel]!;
    const [number, count] = returnsOf(before.last);
    const kind = kindOf(number, count) + (before.timeChanged ? 4 : 0);
    const changed = codes.symbol(before.models.changed[kind]!);
    this.channelChanged = (changed & CHANGED.channel) !== 0;
    const channel = this.channelChanged ? this.#otherChannel(codes, before) : before;
    const isNewTime = (changed & CHANGED.time) !== 0;
    decodeReturns(codes, channel, changed, isNewTime);
    decodePlace(codes, this.#layers[1], channel, isNewTime ? 1 : 0);
    decodeFields(this.#layers, channel, changed, isNewTime);
    channel.timeChanged = isNewTime;
    to.set(channel.bytes, at);
  }

  #otherChannel(codes: ArithmeticDecoder, before: Point14Channel): Point14Channel {
    this.channel = (this.channel + codes.symbol(before.models.channel) + 1) % 4;
    const channel = (this.#channels[this.channel] ??= new Point14Channel(before.last));
    const flags = channel.last.getUint8(AT.flags) & ~CHANNEL_BITS;
    channel.last.setUint8(AT.flags, flags | (this.channel << 4));
    return channel;
  }
}

/** Number of the return, and returns of its pulse. */
function returnsOf(point: DataView): readonly [number: number, count: number] {
  const returns = point.getUint8(AT.returns);
  return [returns & 15, returns >> 4];
}

function decodeReturns(
  codes: ArithmeticDecoder,
  { models, last }: Point14Channel,
  changed: number,
  isNewTime: boolean,
): void {
  const [before, countBefore] = returnsOf(last);
  const count =
    (changed & CHANGED.count) === 0
      ? countBefore
      : codes.symbol(models.returnCounts.of(countBefore));
  const kind = changed & 3;
  let number = before;
  if (kind === RETURN.next) number = (before + 1) & 15;
  else if (kind === RETURN.before) number = (before + 15) & 15;
  else if (kind === RETURN.other)
    number = isNewTime
      ? codes.symbol(models.returnNumbers.of(before))
      : (before + codes.symbol(models.returnNumberOfSameTime) + 2) & 15;
  last.setUint8(AT.returns, (count << 4) | number);
}

function decodePlace(
  codes: ArithmeticDecoder,
  heights: ArithmeticDecoder | undefined,
  { models, last }: Point14Channel,
  newTime: 0 | 1,
): void {
  const { dx, dy } = models;
  const [number, count] = returnsOf(last);
  const of = (RETURN_CONTEXTS[(count << 4) | number]! << 1) | newTime;
  const single = count === 1 ? 1 : 0;
  const medianX = models.medianX[of]!;
  const x = codes.integer(dx, medianX.median, single);
  medianX.add(x);
  last.setInt32(AT.x, last.getInt32(AT.x, true) + x, true);
  const medianY = models.medianY[of]!;
  const y = codes.integer(dy, medianY.median, single + contextOfX(dx.last));
  medianY.add(y);
  last.setInt32(AT.y, last.getInt32(AT.y, true) + y, true);
  if (heights === undefined) return;
  const level = levelOf(number, count);
  const context = single + contextOfBoth(dx.last, dy.last);
  models.heights[level] = heights.integer(models.z, models.heights[level]!, context);
  last.setInt32(AT.z, models.heights[level], true);
}

function decodeFields(
  [, , classes, flags, intensities, angles, users, sources, times]: Layers,
  { models, last }: Point14Channel,
  changed: number,
  isNewTime: boolean,
): void {
  const [number, count] = returnsOf(last);
  const kind = fieldKindOf(number, count);
  const newTime = isNewTime ? 1 : 0;
  if (classes !== undefined) {
    const of = ((last.getUint8(AT.classification) & 31) << 1) + (kind === 3 ? 1 : 0);
    last.setUint8(AT.classification, classes.symbol(models.classes.of(of)));
  }
  if (flags !== undefined) {
    const before = last.getUint8(AT.flags);
    const coded = flags.symbol(models.flags.of(codedFlags(before)));
    const kept = before & CHANNEL_BITS;
    last.setUint8(AT.flags, (coded & 15) | kept | ((coded & CHANNEL_BITS) << 2));
  }
  if (intensities !== undefined) {
    const of = (kind << 1) | newTime;
    const intensity = intensities.integer(models.intensity, models.intensities[of]!, kind);
    models.intensities[of] = intensity;
    last.setUint16(AT.intensity, intensity, true);
  }
  if (angles !== undefined && (changed & CHANGED.angle) !== 0) {
    const angle = angles.integer(models.angle, last.getInt16(AT.angle, true), newTime);
    last.setInt16(AT.angle, angle, true);
  }
  if (users !== undefined)
    last.setUint8(AT.user, users.symbol(models.users.of(last.getUint8(AT.user) >> 2)));
  if (sources !== undefined && (changed & CHANGED.source) !== 0) {
    const source = sources.integer(models.source, last.getUint16(AT.source, true));
    last.setUint16(AT.source, source, true);
  }
  if (times !== undefined && isNewTime) decodeTime(times, models.time, last, AT.time);
}
