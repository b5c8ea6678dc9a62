import { pointLayout } from "@swath/pointcloud/las";
import { decodeChunk, LAYER, type LazItem } from "@swath/pointcloud/laz";
import type { Triple } from "@swath/pointcloud/points";

/** How the points of a file are coded. */
export interface ChunkCoding {
  readonly items: readonly LazItem[];
  readonly pointFormat: number;
  readonly recordBytes: number;
  readonly scale: Triple;
  readonly offset: Triple;
  /** Seconds to be added to the times of its points. */
  readonly timeShift: number;
}

/** A chunk of a file, to be decoded. */
export interface CodedNode {
  readonly coding: ChunkCoding;
  readonly chunk: Uint8Array<ArrayBuffer>;
  readonly points: number;
}

/** Points of a node as columns. */
export interface NodePoints {
  readonly count: number;
  /** x, y and z of each in turn, from the origin on, in units of the file's system. */
  readonly places: Float32Array<ArrayBuffer>;
  readonly intensity: Uint16Array<ArrayBuffer>;
  readonly classes: Uint8Array<ArrayBuffer>;
  /** Number of the return, and 16 times the returns of its pulse. */
  readonly returns: Uint8Array<ArrayBuffer>;
  /** Flight lines (point source). */
  readonly lines: Uint16Array<ArrayBuffer>;
  /** Red, green, blue and near infrared in turn, 0 to 255; undefined where the file has none. */
  readonly colors: Uint8Array<ArrayBuffer> | undefined;
  /** As recorded; undefined where nobody asked for them. */
  readonly times: Float64Array<ArrayBuffer> | undefined;
}

/** What of a node is decoded. */
export interface DecodeOptions {
  /** From which the places are counted. */
  readonly origin: Triple;
  readonly withTimes: boolean;
}

/** Thrown where codes of a node are damaged. */
export class DamagedNode extends RangeError {}

const WITHOUT_TIMES = new Set([LAYER.angle, LAYER.userData, LAYER.time]);
const WITH_TIMES = new Set([LAYER.angle, LAYER.userData]);

/** Offsets of the fields of formats 6 to 8 (LAS 1.4-R15, tables 14 to 17). */
const AT = { intensity: 12, returns: 14, classes: 16, line: 20, time: 22 } as const;

/** Decodes a chunk of COPC, whose points are of formats 6 to 8; throws {@link DamagedNode}. */
export function decodeNode(
  { coding, chunk, points }: CodedNode,
  { origin, withTimes }: DecodeOptions,
): NodePoints {
  const layout = pointLayout(coding.pointFormat);
  const columns = {
    count: points,
    places: new Float32Array(points * 3),
    intensity: new Uint16Array(points),
    classes: new Uint8Array(points),
    returns: new Uint8Array(points),
    lines: new Uint16Array(points),
    colors: layout.colors === undefined ? undefined : new Uint8Array(points * 4),
    times: withTimes ? new Float64Array(points) : undefined,
  };
  const shifted = coding.offset.map((offset, axis) => offset - origin[axis]!) as [
    number,
    number,
    number,
  ];
  let done = 0;
  const leftOut = withTimes ? WITH_TIMES : WITHOUT_TIMES;
  for (const batch of decodeChunk(chunk, coding.items, points, leftOut)) {
    if (batch === undefined) throw new DamagedNode("holds a node whose points are damaged");
    done += fillFrom(batch, done, columns, { coding, shifted, layout });
  }
  if (columns.colors !== undefined) return { ...columns, colors: columns.colors };
  return columns;
}

interface Reading {
  readonly coding: ChunkCoding;
  readonly shifted: Triple;
  readonly layout: ReturnType<typeof pointLayout>;
}

/** Writes the points of a batch of records behind those that are there; answers how many. */
function fillFrom(batch: Uint8Array, first: number, columns: NodePoints, reading: Reading): number {
  const { coding, shifted, layout } = reading;
  const { recordBytes, timeShift } = coding;
  const [sx, sy, sz] = coding.scale;
  const [ox, oy, oz] = shifted;
  const { places, intensity, classes, returns, lines, colors, times } = columns;
  const view = new DataView(batch.buffer, batch.byteOffset, batch.byteLength);
  const count = batch.length / recordBytes;
  for (let point = 0, at = 0; point < count; point += 1, at += recordBytes) {
    const to = first + point;
    places[to * 3] = view.getInt32(at, true) * sx + ox;
    places[to * 3 + 1] = view.getInt32(at + 4, true) * sy + oy;
    places[to * 3 + 2] = view.getInt32(at + 8, true) * sz + oz;
    intensity[to] = view.getUint16(at + AT.intensity, true);
    returns[to] = batch[at + AT.returns]!;
    classes[to] = batch[at + AT.classes]!;
    lines[to] = view.getUint16(at + AT.line, true);
    if (times !== undefined) times[to] = view.getFloat64(at + AT.time, true) + timeShift;
  }
  if (colors !== undefined && layout.colors !== undefined)
    for (let point = 0, at = layout.colors; point < count; point += 1, at += recordBytes)
      for (let channel = 0; channel < layout.colorChannels; channel += 1)
        // 16 bits, of which the upper ones are shown (LAS 1.4-R15, 2.6).
        colors[(first + point) * 4 + channel] = batch[at + channel * 2 + 1]!;
  return count;
}
