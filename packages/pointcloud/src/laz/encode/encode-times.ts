import {
  AT,
  CHANGED,
  contextOfTimes,
  FIRST_DIFFERENCE,
  LEAST_TIMES,
  MOST_TIMES,
  MULTIPLES,
  type Point14Models,
  SEQUENCES,
  type TimeModels,
  UPPER_HALF,
} from "../models/index.ts";
import type { ArithmeticEncoder } from "./arithmetic-encoder.ts";
import type { ChannelRun, ChunkScan } from "./chunk-scan.ts";

/** Encodes the times that differ from those before. */
export function encodeTimes(
  encoder: ArithmeticEncoder,
  { view, stride, changes }: ChunkScan,
  { time }: Point14Models,
  { from, to }: ChannelRun,
): void {
  for (let point = from, at = from * stride; point < to; point += 1, at += stride) {
    if ((changes[point]! & CHANGED.time) === 0) continue;
    const low = view.getInt32(at + AT.time, true);
    encodeTime(encoder, time, view.getInt32(at + AT.time + 4, true), low);
  }
}

function encodeTime(encoder: ArithmeticEncoder, models: TimeModels, high: number, low: number) {
  if (!fits(models, 0, high, low)) {
    const steps = sequenceOf(models, high, low);
    const isFirst = models.current.difference === 0;
    const model = isFirst ? models.withoutDifference : models.multiples;
    // The symbol behind the multiples begins a sequence, those behind it lead to another one.
    encoder.symbol(model, (isFirst ? 1 : MULTIPLES) + steps);
    if (steps === 0) {
      encoder.integer(models.differences, models.current.high, high, UPPER_HALF);
      encoder.bits(32, low);
      models.begin(high, low);
      return;
    }
    models.lead(steps);
  }
  encodeDifference(encoder, models, (low - models.current.low) | 0);
  models.current.high = high;
  models.current.low = low;
}

/** How far ahead the sequence is from which a time differs by 32 bits at most; 0 where none is. */
function sequenceOf(models: TimeModels, high: number, low: number): number {
  for (let steps = 1; steps < SEQUENCES; steps += 1)
    if (fits(models, steps, high, low)) return steps;
  return 0;
}

function fits(models: TimeModels, steps: number, high: number, low: number): boolean {
  const last = steps === 0 ? models.current : models.ahead(steps);
  const borrow = low >>> 0 < last.low >>> 0 ? 1 : 0;
  return ((high - last.high - borrow) | 0) === ((low - last.low) | 0) >> 31;
}

function encodeDifference(encoder: ArithmeticEncoder, models: TimeModels, difference: number) {
  const { current, differences } = models;
  if (current.difference === 0) {
    encoder.symbol(models.withoutDifference, 0);
    encoder.integer(differences, 0, difference, FIRST_DIFFERENCE);
    current.difference = difference;
    current.extremes = 0;
    return;
  }
  const times = timesOf(difference, current.difference);
  encoder.symbol(models.multiples, times < 0 ? MOST_TIMES - times : times);
  const prediction = Math.imul(times, current.difference);
  encoder.integer(differences, prediction, difference, contextOfTimes(times));
  models.see(times, difference);
}

/** How many times the last difference this one is, reckoned and rounded in single precision, as LASzip does. */
function timesOf(difference: number, last: number): number {
  const quotient = Math.fround(Math.fround(difference) / Math.fround(last));
  const times = Math.trunc(Math.fround(quotient < 0 ? quotient - 0.5 : quotient + 0.5));
  // More than 32 bits hold becomes the least of them there.
  if (times >= MOST_TIMES) return times > 0x7fff_ffff ? LEAST_TIMES : MOST_TIMES;
  return times > LEAST_TIMES ? times | 0 : LEAST_TIMES;
}
