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
  /**
   * As formats 6 to 10 have them (LAS 1.4-R15, table 14): 1 synthetic, 2 key point, 4 withheld,
   * 8 overlap, 48 scanner channel, 64 scan direction, 128 edge of the flight line.
   */
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
  /** Waveform packets, of 29 bytes each (LAS 1.4-R15, table 12); absent in formats without them. */
  readonly waveforms?: PointBytes;
  /** Extra bytes, as they stand behind the fields of the format; absent where there are none. */
  readonly extra?: PointBytes;
}

/** `length` bytes of each point, the first one's at `first`, each other's `stride` bytes behind. */
export interface PointBytes {
  readonly bytes: Uint8Array;
  readonly first: number;
  readonly stride: number;
  readonly length: number;
}

/** Bytes of a waveform packet. */
export const WAVEFORM_BYTES = 29;

/** Reads a part of a file: bytes `start` to `end`, fewer only at the file's end. */
export interface ByteSource {
  readonly size: number;
  read(start: number, end: number): Promise<Uint8Array>;
}
