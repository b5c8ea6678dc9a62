/** The house range format, version 1: docs/georeferencing.md. Little-endian. */
export const RANGE_SIGNATURE = "SWRANGE1";
export const RANGE_VERSION = 1;
export const HEADER_BYTES = 4_096;
export const TEXT_AT = 32;
export const HEADER_CRC_AT = HEADER_BYTES - 4;

/** `RBLK`, as its bytes read little-endian. */
export const BLOCK_MARK = 0x4b4c_4252;
export const BLOCK_HEADER_BYTES = 24;
export const RETURN_BYTES = 16;
export const CRC_BYTES = 4;
export const MAX_BLOCK_RETURNS = 65_536;

/** Steps of a return's fields in a second, a metre, a degree. */
export const TIME_STEPS = 10_000_000;
export const RANGE_STEPS = 10_000;
export const ANGLE_STEPS = 10_000_000;

/** What the header of a range file says. */
export interface RangeHeader {
  /** Full GPS week that the times of the file are seconds of. */
  readonly week: number;
  /** Number of the flight line, from 1. */
  readonly line: number;
  /** Hz. */
  readonly pulseRate: number;
  /** Lines of text, among them the laser's serial number. */
  readonly text: string;
}

/** Returns as columns of `count` values or more; what is behind is another block's. */
export interface RangeBlock {
  readonly count: number;
  /** Seconds of the header's GPS week; goes on over its end. */
  readonly time: Float64Array;
  /** m. */
  readonly range: Float64Array;
  /** Scan angle, degrees, positive to the right. */
  readonly angle: Float64Array;
  readonly intensity: Uint16Array;
  /** From 1; how many returns its pulse has. */
  readonly returnNumber: Uint8Array;
  readonly returnCount: Uint8Array;
}

/** The length of a block of `returns`, bytes. */
export function blockBytes(returns: number): number {
  return BLOCK_HEADER_BYTES + RETURN_BYTES * returns + CRC_BYTES;
}
