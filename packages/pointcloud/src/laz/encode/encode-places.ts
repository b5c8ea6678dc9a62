import {
  AT,
  CHANGED,
  contextOfBoth,
  contextOfX,
  levelOf,
  type Point14Models,
  RETURN,
  RETURN_CONTEXTS,
} from "../models/index.ts";
import type { ArithmeticEncoder } from "./arithmetic-encoder.ts";
import type { ChannelRun, ChunkScan } from "./chunk-scan.ts";

/** Models of each scanner channel, made when it first appears. */
export type ChannelModels = (Point14Models | undefined)[];

/** Encodes returns, x and y, and which fields change: the first layer, which makes the models of channels. */
export function encodePlaces(
  encoder: ArithmeticEncoder,
  scan: ChunkScan,
  channels: ChannelModels,
  modelsAt: (at: number) => Point14Models,
): void {
  const { view, stride, count, before, changes, kinds, heights } = scan;
  let current = scan.firstChannel;
  let models = (channels[current] = modelsAt(0));
  for (let point = 1, at = stride; point < count; point += 1, at += stride) {
    const change = changes[point]!;
    const from = before[point]!;
    encoder.symbol(models.changed[kinds[point]!]!, change);
    if ((change & CHANGED.channel) !== 0) {
      const channel = scan.channels[point]!;
      encoder.symbol(models.channel, (channel - current + 3) & 3);
      models = channels[channel] ??= modelsAt(at - stride);
      current = channel;
    }
    const returns = view.getUint8(at + AT.returns);
    const pulse = returns >> 4;
    if ((change & (CHANGED.count | 3)) !== 0)
      encodeReturns(encoder, models, change, view.getUint8(from + AT.returns), returns);
    const isNew = (change & CHANGED.time) >> 4;
    const context = (RETURN_CONTEXTS[returns]! << 1) | isNew;
    const single = pulse === 1 ? 1 : 0;
    const { dx, dy } = models;
    const medianX = models.medianX[context]!;
    const x = (view.getInt32(at + AT.x, true) - view.getInt32(from + AT.x, true)) | 0;
    encoder.integer(dx, medianX.median, x, single);
    medianX.add(x);
    const medianY = models.medianY[context]!;
    const y = (view.getInt32(at + AT.y, true) - view.getInt32(from + AT.y, true)) | 0;
    encoder.integer(dy, medianY.median, y, single + contextOfX(dx.last));
    medianY.add(y);
    heights[point] =
      ((single + contextOfBoth(dx.last, dy.last)) << 3) | levelOf(returns & 15, pulse);
  }
}

function encodeReturns(
  encoder: ArithmeticEncoder,
  models: Point14Models,
  change: number,
  before: number,
  after: number,
): void {
  if ((change & CHANGED.count) !== 0)
    encoder.symbol(models.returnCounts.of(before >> 4), after >> 4);
  if ((change & 3) !== RETURN.other) return;
  const last = before & 15;
  const number = after & 15;
  if ((change & CHANGED.time) !== 0) encoder.symbol(models.returnNumbers.of(last), number);
  else encoder.symbol(models.returnNumberOfSameTime, (number - last + 14) & 15);
}

/** Encodes heights, whose contexts the places gave. */
export function encodeHeights(
  encoder: ArithmeticEncoder,
  { view, stride, heights }: ChunkScan,
  { z, heights: last }: Point14Models,
  { from, to }: ChannelRun,
): void {
  for (let point = from, at = from * stride; point < to; point += 1, at += stride) {
    const height = view.getInt32(at + AT.z, true);
    const level = heights[point]! & 7;
    encoder.integer(z, last[level]!, height, heights[point]! >> 3);
    last[level] = height;
  }
}
