import { AT, CHANGED, codedFlags, type Point14Models } from "../models/index.ts";
import type { ArithmeticEncoder } from "./arithmetic-encoder.ts";
import type { ChannelRun, ChunkScan } from "./chunk-scan.ts";

const SINGLE = 3;

/** Encodes the classes of a chunk's points, of which one at least changes; so do the functions below. */
export function encodeClasses(
  encoder: ArithmeticEncoder,
  { view, stride, before, fields }: ChunkScan,
  { classes }: Point14Models,
  { from, to }: ChannelRun,
): void {
  for (let point = from, at = from * stride; point < to; point += 1, at += stride) {
    const last = view.getUint8(before[point]! + AT.classification);
    const context = ((last & 31) << 1) + (fields[point]! >> 1 === SINGLE ? 1 : 0);
    encoder.symbol(classes.of(context), view.getUint8(at + AT.classification));
  }
}

export function encodeFlags(
  encoder: ArithmeticEncoder,
  { view, stride, before }: ChunkScan,
  { flags }: Point14Models,
  { from, to }: ChannelRun,
): void {
  for (let point = from, at = from * stride; point < to; point += 1, at += stride) {
    const last = codedFlags(view.getUint8(before[point]! + AT.flags));
    encoder.symbol(flags.of(last), codedFlags(view.getUint8(at + AT.flags)));
  }
}

export function encodeIntensities(
  encoder: ArithmeticEncoder,
  { view, stride, fields }: ChunkScan,
  { intensity, intensities }: Point14Models,
  { from, to }: ChannelRun,
): void {
  for (let point = from, at = from * stride; point < to; point += 1, at += stride) {
    const field = fields[point]!;
    const value = view.getUint16(at + AT.intensity, true);
    encoder.integer(intensity, intensities[field]!, value, field >> 1);
    intensities[field] = value;
  }
}

export function encodeAngles(
  encoder: ArithmeticEncoder,
  { view, stride, before, changes }: ChunkScan,
  { angle }: Point14Models,
  { from, to }: ChannelRun,
): void {
  for (let point = from, at = from * stride; point < to; point += 1, at += stride) {
    const change = changes[point]!;
    if ((change & CHANGED.angle) === 0) continue;
    const last = view.getInt16(before[point]! + AT.angle, true);
    const value = view.getInt16(at + AT.angle, true);
    const isNew = (change & CHANGED.time) >> 4;
    encoder.integer(angle, last, value, isNew);
  }
}

export function encodeUsers(
  encoder: ArithmeticEncoder,
  { view, stride, before }: ChunkScan,
  { users }: Point14Models,
  { from, to }: ChannelRun,
): void {
  for (let point = from, at = from * stride; point < to; point += 1, at += stride) {
    const last = view.getUint8(before[point]! + AT.user);
    encoder.symbol(users.of(last >> 2), view.getUint8(at + AT.user));
  }
}

export function encodeSources(
  encoder: ArithmeticEncoder,
  { view, stride, before, changes }: ChunkScan,
  { source }: Point14Models,
  { from, to }: ChannelRun,
): void {
  for (let point = from, at = from * stride; point < to; point += 1, at += stride) {
    if ((changes[point]! & CHANGED.source) === 0) continue;
    const last = view.getUint16(before[point]! + AT.source, true);
    const value = view.getUint16(at + AT.source, true);
    encoder.integer(source, last, value, 0);
  }
}
