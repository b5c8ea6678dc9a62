import { type ArithmeticDecoder, IntegerDecoder, SymbolModel } from "@swath/survey/laz";
import { RunningMedian, SymbolModels } from "./predictors.ts";
import { TimeDecoder } from "./time-decoder.ts";
import type { Layers } from "./chunk-layers.ts";

/** Contexts by number of the return (columns) and returns of the pulse (rows), 0 to 15 each. */
const RETURN_CONTEXTS = [
  "0123453445555555",
  "1013333333333333",
  "2124444444433333",
  "3345444444444444",
  "4344544444444444",
  "5344454444444444",
  "3344445444444444",
  "4344444544444444",
  "4344444454444444",
  "5344444445444444",
  "5344444444544444",
  "5334444444455444",
  "5334444444455544",
  "5334444444445554",
  "5334444444444555",
  "5334444444444455",
].map((row) => Uint8Array.from(row, Number));
/** Bits that say what differs from the last point of the channel; the lowest two: its return. */
const CHANGED = { count: 4, angle: 8, time: 16, source: 32, channel: 64 } as const;
const RETURN = { same: 0, next: 1, before: 2 } as const;
const CHANNEL_BITS = 0x30;

/** Decodes the 30 bytes of a point of formats 6 to 10 (LASzip's item POINT14, versions 2 to 4). */
export class Point14Decoder {
  readonly #layers: Layers;
  readonly #contexts: (Point14Context | undefined)[] = [];
  /** Scanner channel of the latest point. */
  channel: number;
  /** Whether it is another one than that of the point before. */
  channelChanged = false;

  constructor(layers: Layers, first: DataView) {
    this.#layers = layers;
    this.channel = (first.getUint8(AT.flags) & CHANNEL_BITS) >> 4;
    this.#contexts[this.channel] = new Point14Context(first);
  }

  /** Decodes the next point to a place. */
  decode(to: Uint8Array, at: number): void {
    const codes = this.#layers[0]!;
    const before = this.#contexts[this.channel]!;
    const [number, count] = returnsOf(before.last);
    const kind = (number === 1 ? 1 : 0) + (number >= count ? 2 : 0) + (before.timeChanged ? 4 : 0);
    const changed = codes.symbol(before.changed[kind]!);
    this.channelChanged = (changed & CHANGED.channel) !== 0;
    const context = this.channelChanged ? this.#otherChannel(codes, before) : before;
    const isNewTime = (changed & CHANGED.time) !== 0;
    decodeReturns(codes, context, changed, isNewTime);
    decodePlace(codes, this.#layers[1], context, isNewTime ? 1 : 0);
    decodeFields(this.#layers, context, changed, isNewTime);
    context.timeChanged = isNewTime;
    to.set(context.bytes, at);
  }

  #otherChannel(codes: ArithmeticDecoder, before: Point14Context): Point14Context {
    this.channel = (this.channel + codes.symbol(before.channel) + 1) % 4;
    const context = (this.#contexts[this.channel] ??= new Point14Context(before.last));
    const flags = context.last.getUint8(AT.flags) & ~CHANNEL_BITS;
    context.last.setUint8(AT.flags, flags | (this.channel << 4));
    return context;
  }
}

/** Number of the return, and returns of its pulse. */
function returnsOf(point: DataView): readonly [number: number, count: number] {
  const returns = point.getUint8(AT.returns);
  return [returns & 15, returns >> 4];
}

function decodeReturns(
  codes: ArithmeticDecoder,
  context: Point14Context,
  changed: number,
  isNewTime: boolean,
): void {
  const [before, countBefore] = returnsOf(context.last);
  const count =
    (changed & CHANGED.count) === 0
      ? countBefore
      : codes.symbol(context.returnCounts.of(countBefore));
  const kind = changed & 3;
  let number = before;
  if (kind === RETURN.next) number = (before + 1) & 15;
  else if (kind === RETURN.before) number = (before + 15) & 15;
  else if (kind !== RETURN.same)
    number = isNewTime
      ? codes.symbol(context.returnNumbers.of(before))
      : (before + codes.symbol(context.returnNumberOfSameTime) + 2) & 15;
  context.last.setUint8(AT.returns, (count << 4) | number);
}

function decodePlace(
  codes: ArithmeticDecoder,
  heights: ArithmeticDecoder | undefined,
  context: Point14Context,
  newTime: 0 | 1,
): void {
  const { last, dx, dy } = context;
  const [number, count] = returnsOf(last);
  const of = (RETURN_CONTEXTS[count]![number]! << 1) | newTime;
  const single = count === 1 ? 1 : 0;
  const medianX = context.medianX[of]!;
  const x = dx.decode(codes, medianX.median, single);
  medianX.add(x);
  last.setInt32(AT.x, last.getInt32(AT.x, true) + x, true);
  const medianY = context.medianY[of]!;
  const y = dy.decode(codes, medianY.median, single + Math.min(20, dx.last & ~1));
  medianY.add(y);
  last.setInt32(AT.y, last.getInt32(AT.y, true) + y, true);
  if (heights === undefined) return;
  const level = Math.min(7, Math.abs(count - number));
  const bits = Math.min(18, ((dx.last + dy.last) >> 1) & ~1);
  context.heights[level] = context.z.decode(heights, context.heights[level]!, single + bits);
  last.setInt32(AT.z, context.heights[level], true);
}

function decodeFields(
  [, , classes, flags, intensities, angles, users, sources, times]: Layers,
  context: Point14Context,
  changed: number,
  isNewTime: boolean,
): void {
  const { last } = context;
  const [number, count] = returnsOf(last);
  const kind = (number === 1 ? 2 : 0) + (number >= count ? 1 : 0);
  const newTime = isNewTime ? 1 : 0;
  if (classes !== undefined) {
    const of = ((last.getUint8(AT.classification) & 31) << 1) + (kind === 3 ? 1 : 0);
    last.setUint8(AT.classification, classes.symbol(context.classes.of(of)));
  }
  if (flags !== undefined) {
    const before = last.getUint8(AT.flags);
    // Of the byte all but the channel, one behind the other.
    const coded = flags.symbol(context.flags.of((before & 15) | ((before >> 2) & CHANNEL_BITS)));
    const kept = before & CHANNEL_BITS;
    last.setUint8(AT.flags, (coded & 15) | kept | ((coded & CHANNEL_BITS) << 2));
  }
  if (intensities !== undefined) {
    const of = (kind << 1) | newTime;
    context.intensities[of] = context.intensity.decode(intensities, context.intensities[of]!, kind);
    last.setUint16(AT.intensity, context.intensities[of], true);
  }
  if (angles !== undefined && (changed & CHANGED.angle) !== 0) {
    const angle = context.angle.decode(angles, last.getInt16(AT.angle, true), newTime);
    last.setInt16(AT.angle, angle, true);
  }
  if (users !== undefined)
    last.setUint8(AT.user, users.symbol(context.users.of(last.getUint8(AT.user) >> 2)));
  if (sources !== undefined && (changed & CHANGED.source) !== 0) {
    const source = context.source.decode(sources, last.getUint16(AT.source, true));
    last.setUint16(AT.source, source, true);
  }
  if (times !== undefined && isNewTime) context.time.decode(times, last, AT.time);
}

const POINT_BYTES = 30;
/** Where fields stand in a record of format 6 (LAS 1.4-R15, table 14). */
const AT = {
  x: 0,
  y: 4,
  z: 8,
  intensity: 12,
  returns: 14,
  flags: 15,
  classification: 16,
  user: 17,
  angle: 18,
  source: 20,
  time: 22,
} as const;

const models = (count: number, symbols: number): SymbolModel[] =>
  Array.from({ length: count }, () => new SymbolModel(symbols));
const medians = (): RunningMedian[] => Array.from({ length: 12 }, () => new RunningMedian());

/** What the points of a scanner channel are decoded by, and the last one of them. */
export class Point14Context {
  readonly last: DataView;
  /** The bytes of the last point. */
  readonly bytes: Uint8Array;
  /** Whether the last point came with another time than the one before it. */
  timeChanged = false;
  readonly changed = models(8, 128);
  readonly channel = new SymbolModel(3);
  readonly returnCounts = new SymbolModels(16);
  readonly returnNumbers = new SymbolModels(16);
  readonly returnNumberOfSameTime = new SymbolModel(13);
  readonly dx = new IntegerDecoder(32, 2);
  readonly dy = new IntegerDecoder(32, 22);
  readonly z = new IntegerDecoder(32, 20);
  readonly medianX = medians();
  readonly medianY = medians();
  readonly heights = new Int32Array(8);
  readonly classes = new SymbolModels();
  readonly flags = new SymbolModels(64);
  readonly users = new SymbolModels();
  readonly intensity = new IntegerDecoder(16, 4);
  readonly intensities = new Uint16Array(8);
  readonly angle = new IntegerDecoder(16, 2);
  readonly source = new IntegerDecoder(16);
  readonly time: TimeDecoder;

  /** Begins with the point before. */
  constructor(before: DataView) {
    this.bytes = new Uint8Array(before.buffer, before.byteOffset, POINT_BYTES).slice();
    this.last = new DataView(this.bytes.buffer);
    this.heights.fill(before.getInt32(AT.z, true));
    this.intensities.fill(before.getUint16(AT.intensity, true));
    this.time = new TimeDecoder(before, AT.time, true);
  }
}
