import {
  type FilledBlock,
  newBlock,
  type PointBlock,
  type PointBytes,
  type PointParts,
} from "@swath/pointcloud/points";

const COLUMNS = [
  "x",
  "y",
  "z",
  "intensity",
  "returnNumber",
  "returnCount",
  "classification",
  "flags",
  "scanAngle",
  "userData",
  "sourceId",
  "gpsTime",
] as const;

/** Appends a point of a block to another one; a colour or bytes that it does not have are 0. */
export function copyPoint(from: PointBlock, at: number, to: FilledBlock): void {
  const n = to.count++;
  for (const column of COLUMNS) to[column][n] = from[column][at]!;
  copyBytes(from.waveforms, at, to.waveforms, n);
  copyBytes(from.extra, at, to.extra, n);
  if (to.colors === undefined) return;
  const [wide, own] = [to.colorChannels ?? 3, from.colorChannels ?? 3];
  for (let channel = 0; channel < wide; channel += 1)
    to.colors[n * wide + channel] = channel < own ? (from.colors?.[at * own + channel] ?? 0) : 0;
}

function copyBytes(
  from: PointBytes | undefined,
  at: number,
  to: PointBytes | undefined,
  n: number,
): void {
  if (to === undefined) return;
  const target = to.first + n * to.stride;
  const source = from === undefined ? 0 : from.first + at * from.stride;
  for (let byte = 0; byte < to.length; byte += 1)
    to.bytes[target + byte] =
      from === undefined || byte >= from.length ? 0 : from.bytes[source + byte]!;
}

/** The points of a block that a test takes, by their places, in a block with parts of its own. */
export function takenPoints(
  block: PointBlock,
  parts: PointParts,
  isTaken: (x: number, y: number) => boolean,
): FilledBlock {
  const taken = newBlock(block.count, parts);
  for (let at = 0; at < block.count; at += 1)
    if (isTaken(block.x[at]!, block.y[at]!)) copyPoint(block, at, taken);
  return taken;
}
