import { crc32 } from "node:zlib";

/** One solution of group 1, its place in earth-centred coordinates; radians. */
export interface Solution {
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly place: readonly [number, number, number];
  readonly roll: number;
  readonly pitch: number;
  readonly heading: number;
}

/** A return of a range file: s of the GPS week, m, degrees. */
export interface RecordedReturn {
  readonly time: number;
  readonly range: number;
  readonly angle: number;
  readonly number: number;
  readonly count: number;
}

const RADIAN = Math.PI / 180;
const A = 6_378_137;
const B = 6_356_752.314_245_179;

/** The solutions of a recording whose records follow one another without damage. */
export function solutionsOf(bytes: Buffer): Solution[] {
  const found: Solution[] = [];
  for (let at = 0; at < bytes.length; at += 8 + bytes.readUInt16LE(at + 6)) {
    if (bytes.toString("latin1", at, at + 4) !== "$GRP" || bytes.readUInt16LE(at + 4) !== 1)
      continue;
    const angle = (offset: number): number => bytes.readDoubleLE(at + 34 + offset) * RADIAN;
    const [latitude, longitude] = [angle(0), angle(8)];
    const place = earthCentred(latitude, longitude, bytes.readDoubleLE(at + 34 + 16));
    const time = bytes.readDoubleLE(at + 8);
    const attitude = { roll: angle(36), pitch: angle(44), heading: angle(52) };
    found.push({ time, latitude, longitude, place, ...attitude });
  }
  return found;
}

function earthCentred(
  latitude: number,
  longitude: number,
  height: number,
): readonly [number, number, number] {
  const [c, s] = [Math.cos(latitude), Math.sin(latitude)];
  const normal = (A * A) / Math.hypot(A * c, B * s);
  const radius = (normal + height) * c;
  const z = ((B * B) / (A * A)) * normal * s + height * s;
  return [radius * Math.cos(longitude), radius * Math.sin(longitude), z];
}

/** Returns of the blocks of a range file that are sound, and how many are not. */
export function returnsOf(bytes: Buffer): { returns: RecordedReturn[]; damaged: number } {
  const returns: RecordedReturn[] = [];
  let damaged = 0;
  for (let at = 4096; at < bytes.length; at += bytes.readUInt32LE(at + 12)) {
    const [count, size] = [bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12)];
    if (crc32(bytes.subarray(at, at + size - 4)) !== bytes.readUInt32LE(at + size - 4)) {
      damaged += 1;
      continue;
    }
    const first = bytes.readDoubleLE(at + 16);
    for (let i = 0, of = at + 24; i < count; i++, of += 16)
      returns.push({
        time: first + bytes.readUInt32LE(of) * 1e-7,
        range: bytes.readUInt32LE(of + 4) * 1e-4,
        angle: bytes.readInt32LE(of + 8) * 1e-7,
        number: bytes.readUInt8(of + 14),
        count: bytes.readUInt8(of + 15),
      });
  }
  return { returns, damaged };
}

/** The solution of a time, straight between its neighbours; undefined over a gap. */
export function solutionAt(solutions: readonly Solution[], time: number): Solution | undefined {
  let [low, high] = [0, solutions.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (solutions[middle]!.time <= time) low = middle;
    else high = middle;
  }
  const [a, b] = [solutions[low]!, solutions[high]!];
  if (b.time - a.time > 0.1) return undefined;
  const part = (time - a.time) / (b.time - a.time);
  const mix = (from: number, to: number): number => from + part * (to - from);
  const turn = ((b.heading - a.heading + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  return {
    time,
    latitude: mix(a.latitude, b.latitude),
    longitude: mix(a.longitude, b.longitude),
    place: [mix(a.place[0], b.place[0]), mix(a.place[1], b.place[1]), mix(a.place[2], b.place[2])],
    roll: mix(a.roll, b.roll),
    pitch: mix(a.pitch, b.pitch),
    heading: a.heading + part * turn,
  };
}
