/** Most points of a block. */
export const BLOCK_POINTS = 65_536;

/**
 * Points as columns, each of `count` values or more; further values belong to another block.
 * Coordinates are in the units of the file's coordinate system; times are as recorded, NaN without
 * one.
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

/** x, y, z in m, or about x, y, z. */
export type Triple = readonly [number, number, number];

/** A block whose number of points may be set: what readers fill again and again. */
export type FilledBlock = { -readonly [Key in keyof PointBlock]: PointBlock[Key] };

/** Optional parts of points: channels of colour, waveforms, extra bytes. */
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

/** Classes of LAS 1.4-R15, table 17. */
export const CLASS = {
  never: 0,
  unclassified: 1,
  ground: 2,
  lowVegetation: 3,
  mediumVegetation: 4,
  highVegetation: 5,
  building: 6,
  lowNoise: 7,
  water: 9,
  bridge: 17,
  highNoise: 18,
} as const;

const WITHHELD = 4;

/** Whether a point is of the scene: neither withheld nor noise. */
export function isUsed({ flags, classification }: PointBlock, point: number): boolean {
  const of = classification[point]!;
  return of !== CLASS.lowNoise && of !== CLASS.highNoise && (flags[point]! & WITHHELD) === 0;
}

/** Whether a point is its pulse's last return. */
export const isLast = ({ returnNumber, returnCount }: PointBlock, point: number): boolean =>
  returnNumber[point]! >= returnCount[point]!;
