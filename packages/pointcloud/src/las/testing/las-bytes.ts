/** A LAS file byte by byte, for tests: shares no code with the reader or the writer. */
export interface LasPlan {
  readonly minor?: number;
  readonly format: number;
  readonly extraBytes?: number;
  readonly scale?: number;
  readonly encoding?: number;
  readonly records?: readonly { user: string; id: number; data: Uint8Array }[];
  readonly offset?: readonly [number, number, number];
  readonly points?: readonly PlannedPoint[];
  /** Records byte by byte, in place of points. */
  readonly packed?: Uint8Array;
}

export interface PlannedPoint {
  /** Coordinates in steps of the scale. */
  readonly at: readonly [number, number, number];
  readonly intensity?: number;
  readonly return?: number;
  readonly returns?: number;
  readonly classification?: number;
  readonly withheld?: boolean;
  readonly angle?: number;
  readonly user?: number;
  readonly source?: number;
  readonly time?: number;
  readonly color?: readonly number[];
}

const SIZES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];
const TIMES = [0, 20, 0, 20, 20, 20, 22, 22, 22, 22, 22];
const COLORS = [0, 0, 20, 28, 0, 28, 0, 30, 30, 0, 30];

export function lasBytes(plan: LasPlan): Uint8Array {
  const { minor = 4, format, extraBytes = 0, scale = 0.01, records = [] } = plan;
  const { offset = [0, 100, 200], packed = new Uint8Array() } = plan;
  const head = minor >= 5 ? 393 : minor === 4 ? 375 : minor === 3 ? 235 : 227;
  const size = (SIZES[format] ?? 0) + extraBytes;
  const points = plan.points ?? placesOf(packed, size);
  const recordsSize = records.reduce((sum, { data }) => sum + 54 + data.length, 0);
  const bytes = new Uint8Array(head + recordsSize + size * points.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("LASF"));
  view.setUint16(6, plan.encoding ?? 0, true);
  bytes.set([1, minor], 24);
  view.setUint16(94, head, true);
  view.setUint32(96, head + recordsSize, true);
  view.setUint32(100, records.length, true);
  bytes[104] = format;
  view.setUint16(105, size, true);
  if (format < 6) view.setUint32(107, points.length, true);
  for (const axis of [0, 1, 2]) {
    view.setFloat64(131 + axis * 8, scale, true);
    const from = offset[axis]!;
    view.setFloat64(155 + axis * 8, from, true);
    const values = points.map(({ at }) => (at[axis] ?? 0) * scale + from);
    view.setFloat64(179 + axis * 16, Math.max(...values), true);
    view.setFloat64(187 + axis * 16, Math.min(...values), true);
  }
  if (minor >= 4) view.setBigUint64(247, BigInt(points.length), true);
  let place = head;
  for (const { user, id, data } of records) {
    bytes.set(new TextEncoder().encode(user), place + 2);
    view.setUint16(place + 18, id, true);
    view.setUint16(place + 20, data.length, true);
    bytes.set(data, place + 54);
    place += 54 + data.length;
  }
  bytes.set(packed, place);
  for (const [index, point] of plan.points?.entries() ?? [])
    writePoint(bytes.subarray(place + index * size, place + (index + 1) * size), format, point);
  return bytes;
}

/** Where packed records lie, in steps. */
function placesOf(packed: Uint8Array, size: number): PlannedPoint[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: packed.length / size }, (_, n) => ({
    at: [0, 4, 8].map((field) => view.getInt32(n * size + field, true)) as [number, number, number],
  }));
}

function writePoint(bytes: Uint8Array, format: number, point: PlannedPoint): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const axis of [0, 1, 2]) view.setInt32(axis * 4, point.at[axis] ?? 0, true);
  view.setUint16(12, point.intensity ?? 0, true);
  const [number, count] = [point.return ?? 1, point.returns ?? 1];
  if (format >= 6) {
    bytes[14] = count * 16 + number;
    bytes[15] = point.withheld === true ? 4 : 0;
    bytes[16] = point.classification ?? 0;
    bytes[17] = point.user ?? 0;
    view.setInt16(18, Math.round((point.angle ?? 0) / 0.006), true);
    view.setUint16(20, point.source ?? 0, true);
  } else {
    bytes[14] = count * 8 + number;
    bytes[15] = (point.withheld === true ? 128 : 0) + (point.classification ?? 0);
    view.setInt8(16, point.angle ?? 0);
    bytes[17] = point.user ?? 0;
    view.setUint16(18, point.source ?? 0, true);
  }
  const [time = 0, color = 0] = [TIMES[format], COLORS[format]];
  if (time > 0) view.setFloat64(time, point.time ?? 0, true);
  for (const [channel, value] of (color > 0
    ? (point.color ?? []).slice(0, [8, 10].includes(format) ? 4 : 3)
    : []
  ).entries())
    view.setUint16(color + channel * 2, value, true);
}

/** GeoTIFF key directory of keys whose values stand in it. */
export function keyDirectory(keys: Readonly<Record<number, number>>): Uint8Array {
  const entries = Object.entries(keys);
  const words = [1, 1, 0, entries.length];
  for (const [key, value] of entries) words.push(Number(key), 0, 1, value);
  const bytes = new Uint8Array(words.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [index, word] of words.entries()) view.setUint16(index * 2, word, true);
  return bytes;
}
