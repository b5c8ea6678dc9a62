import { BLOCK_POINTS, type PointBlock, type PointBytes, WAVEFORM_BYTES } from "./point-block.ts";

/** A block whose number of points may be set: what readers fill again and again. */
export type FilledBlock = { -readonly [Key in keyof PointBlock]: PointBlock[Key] };

/** What points have beside the fields that all have: colours of so many channels, and bytes. */
export interface PointParts {
  readonly colorChannels?: 3 | 4 | undefined;
  readonly waveforms?: boolean;
  readonly extraBytes?: number;
}

/** An empty block with room for `points`. */
export function newBlock(points: number = BLOCK_POINTS, parts: PointParts = {}): FilledBlock {
  const { colorChannels, waveforms = false, extraBytes = 0 } = parts;
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
  return {
    ...block,
    ...(colorChannels === undefined
      ? {}
      : { colors: new Uint16Array(points * colorChannels), colorChannels }),
    ...(waveforms ? { waveforms: bytesOf(points, WAVEFORM_BYTES) } : {}),
    ...(extraBytes > 0 ? { extra: bytesOf(points, extraBytes) } : {}),
  };
}

const bytesOf = (points: number, length: number): PointBytes => ({
  bytes: new Uint8Array(points * length),
  first: 0,
  stride: length,
  length,
});
