import { viewOf } from "@swath/survey/bytes";
import { type PointBlock, type PointBytes, WAVEFORM_BYTES, type Triple } from "../points/index.ts";
import { type PointLayout, pointLayout, SCAN_ANGLE_STEP } from "./point-layout.ts";

/** Point formats that are written: 6 plain, 7 with colours, 8 with near infrared; 9, 10 with waveforms. */
export type WrittenFormat = 6 | 7 | 8 | 9 | 10;

const LEAST = -2_147_483_648;
const LARGEST = 2_147_483_647;
/** Steps of the scan angle that a record holds: more than the turn that it may be. */
const LEAST_ANGLE = -32_768;
const LARGEST_ANGLE = 32_767;

/** Format of the records of a file. */
interface RecordCoding {
  readonly pointFormat: WrittenFormat;
  readonly extraBytes?: number;
  readonly scale: Triple;
  readonly offset: Triple;
}

/**
 * Encodes a block as records of format 6 to 10 (LAS 1.4-R15, tables 14 to 18): into `room` where it
 * is large enough, else into bytes of their own.
 */
export function encodePoints(
  block: PointBlock,
  { pointFormat: format, extraBytes = 0, scale, offset }: RecordCoding,
  room: Uint8Array,
): Uint8Array {
  const layout = pointLayout(format);
  const recordBytes = layout.bytes + extraBytes;
  const size = block.count * recordBytes;
  const bytes = room.length < size ? new Uint8Array(size) : room.subarray(0, size);
  bytes.fill(0);
  const view = viewOf(bytes);
  for (let point = 0, at = 0; point < block.count; point += 1, at += recordBytes) {
    view.setInt32(at, stepOf(block.x[point], scale[0], offset[0]), true);
    view.setInt32(at + 4, stepOf(block.y[point], scale[1], offset[1]), true);
    view.setInt32(at + 8, stepOf(block.z[point], scale[2], offset[2]), true);
    encodeFields(view, at, block, point);
  }
  encodeColors(view, recordBytes, layout, block);
  const { waveforms, extra } = block;
  if (layout.waveforms !== undefined)
    copyBytes(waveforms, { ...records(layout.waveforms), length: WAVEFORM_BYTES }, block.count);
  if (extraBytes > 0)
    copyBytes(extra, { ...records(layout.bytes), length: extraBytes }, block.count);
  return bytes;

  function records(first: number) {
    return { bytes, first, stride: recordBytes };
  }
}

/** Copies bytes of each point, as many as both have. */
function copyBytes(from: PointBytes | undefined, to: PointBytes, count: number): void {
  if (from === undefined) return;
  const length = Math.min(from.length, to.length);
  for (let point = 0; point < count; point += 1) {
    const [source, target] = [from.first + point * from.stride, to.first + point * to.stride];
    for (let byte = 0; byte < length; byte += 1)
      to.bytes[target + byte] = from.bytes[source + byte]!;
  }
}

/** A coordinate in steps of the file's scale; a file of 32-bit steps holds no more. */
function stepOf(value: number | undefined, scale: number, offset: number): number {
  const step = Math.round(((value ?? Number.NaN) - offset) / scale);
  if (!(step >= LEAST && step <= LARGEST))
    throw new RangeError(`coordinate ${value} does not fit in steps of ${scale} from ${offset}`);
  return step;
}

const at0 = (column: ArrayLike<number>, point: number): number => column[point] ?? 0;

function encodeFields(view: DataView, at: number, block: PointBlock, point: number): void {
  const returns = Math.min(15, at0(block.returnCount, point)) * 16;
  const angle = Math.round(at0(block.scanAngle, point) / SCAN_ANGLE_STEP);
  const time = at0(block.gpsTime, point);
  view.setUint16(at + 12, at0(block.intensity, point), true);
  view.setUint8(at + 14, returns | Math.min(15, at0(block.returnNumber, point)));
  view.setUint8(at + 15, at0(block.flags, point));
  view.setUint8(at + 16, at0(block.classification, point));
  view.setUint8(at + 17, at0(block.userData, point));
  view.setInt16(at + 18, Math.max(LEAST_ANGLE, Math.min(LARGEST_ANGLE, angle)), true);
  view.setUint16(at + 20, at0(block.sourceId, point), true);
  view.setFloat64(at + 22, Number.isNaN(time) ? 0 : time, true);
}

function encodeColors(
  view: DataView,
  recordBytes: number,
  { colors: place, colorChannels: written }: PointLayout,
  { count, colors, colorChannels = 3 }: PointBlock,
): void {
  if (place === undefined || colors === undefined) return;
  const channels = Math.min(written, colorChannels);
  for (let point = 0; point < count; point += 1)
    for (let channel = 0; channel < channels; channel += 1)
      view.setUint16(
        point * recordBytes + place + channel * 2,
        at0(colors, point * colorChannels + channel),
        true,
      );
}

/**
 * A header's statements on the points: their number, in all and by return (1 to 15), and their
 * bounds.
 */
export interface PointTally {
  count: number;
  readonly returns: number[];
  readonly min: [number, number, number];
  readonly max: [number, number, number];
}

const RETURNS = 15;

export const newTally = (): PointTally => ({
  count: 0,
  returns: Array.from({ length: RETURNS }, () => 0),
  min: [Infinity, Infinity, Infinity],
  max: [-Infinity, -Infinity, -Infinity],
});

/** Adds a block's points to a tally. */
export function tally(sum: PointTally, { count, x, y, z, returnNumber }: PointBlock): void {
  sum.count += count;
  for (const [axis, column] of [x, y, z].entries()) {
    let [low, high] = [sum.min[axis] ?? 0, sum.max[axis] ?? 0];
    for (let point = 0; point < count; point += 1) {
      const value = column[point] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    sum.min[axis] = low;
    sum.max[axis] = high;
  }
  for (let point = 0; point < count; point += 1) {
    const index = (returnNumber[point] ?? 0) - 1;
    if (index >= 0 && index < RETURNS) sum.returns[index] = (sum.returns[index] ?? 0) + 1;
  }
}
