import { BLOCK_POINTS, type PointBlock } from "./point-block.ts";

/** A block whose number of points may be set: what readers fill again and again. */
export type FilledBlock = { -readonly [Key in keyof PointBlock]: PointBlock[Key] };

/** An empty block with room for `points`, with colours of so many channels. */
export function newBlock(points: number = BLOCK_POINTS, colorChannels?: 3 | 4): FilledBlock {
  const block: FilledBlock = {
    count: 0,
    x: new Float64Array(points),
    y: new Float64Array(points),
    z: new Float64Array(points),
    intensity: new Uint16Array(points),
    returnNumber: new Uint8Array(points),
    returnCount: new Uint8Array(points),
    classification: new Uint8Array(points),
    flags: new Uint8Array(points),
    scanAngle: new Float32Array(points),
    userData: new Uint8Array(points),
    sourceId: new Uint16Array(points),
    gpsTime: new Float64Array(points),
  };
  if (colorChannels === undefined) return block;
  return { ...block, colors: new Uint16Array(points * colorChannels), colorChannels };
}
