/** Most points of a block. */
export const BLOCK_POINTS = 65_536;

/**
 * Points as columns, each of `count` values or more (what is behind is another block's). Coordinates
 * are in the units of the file's coordinate system; times are as recorded, NaN where there are none.
 */
export interface PointBlock {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly intensity: Uint16Array;
  /** From 1; how many returns its pulse has. */
  readonly returnNumber: Uint8Array;
  readonly returnCount: Uint8Array;
  readonly classification: Uint8Array;
  /** Bits: 1 synthetic, 2 key point, 4 withheld, 8 overlap (LAS 1.4, table 8). */
  readonly flags: Uint8Array;
  /** Degrees, positive to the right of the flight direction. */
  readonly scanAngle: Float32Array;
  readonly userData: Uint8Array;
  /** Flight line, 0 where the file names none. */
  readonly sourceId: Uint16Array;
  readonly gpsTime: Float64Array;
  /** Red, green, blue (and near infrared) of each point, one behind the other; absent without colours. */
  readonly colors?: Uint16Array;
  readonly colorChannels?: 3 | 4;
}

/** Reads a part of a file: bytes `start` to `end`, fewer only at the file's end. */
export interface ByteSource {
  readonly size: number;
  read(start: number, end: number): Promise<Uint8Array>;
}
