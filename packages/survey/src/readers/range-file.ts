import { type FileSource, type ReadResult, refused } from "./file-source.ts";
import { latinText } from "../bytes.ts";

/** The house range format, version 1, little-endian (docs/georeferencing.md); others are not public. */
export const RANGE_SIGNATURE = "SWRANGE1";
export const RANGE_HEADER_BYTES = 4_096;
/** `RBLK`, as its bytes read little-endian. */
export const BLOCK_MARK = 0x4b4c_4252;
export const BLOCK_HEADER_BYTES = 24;
export const RETURN_BYTES = 16;
export const CRC_BYTES = 4;
export const MAX_BLOCK_RETURNS = 65_536;

/** The length of a block of `returns`, bytes. */
export const blockBytes = (returns: number): number =>
  BLOCK_HEADER_BYTES + RETURN_BYTES * returns + CRC_BYTES;

export interface RangeSummary {
  /** The laser's serial number as the file writes it. */
  readonly serial: string;
}

const BLOCK_BYTES = 65_536;
/** Longer than any text that the patterns match. */
const OVERLAP = 256;
/** A file that names no laser in its first blocks is given up: recordings are far larger. */
const SEARCHED_BYTES = 8_388_608;
const CLOSING_BYTES = 1_048_576;

/** A label is a word, "serial" or "S/N" behind it, and signs before the number. */
const labelled = (words: string): RegExp =>
  new RegExp(
    `(?:${words})[ _-]{0,2}(?:serial[ _-]{0,2}(?:number|no|num)?|s\\/?n)\\.?[ \\t]{0,8}[:=#]?[ \\t]{0,8}"?([0-9a-z][0-9a-z-]{2,19})`,
    "i",
  );

/** The laser's own label takes precedence over those of the system, in any order. */
const LASER = labelled("laser");
const SYSTEM = labelled("sensor|system|lidar|scanner");
const WIDE = /(?:[0-9A-Za-z]\0){4}/;
const UNLABELLED = /(?<![0-9A-Za-z])(\d{2}SEN\d{3}|50\d{5})(?![0-9A-Za-z])/;
/** In a text that is not the file's beginning: what a number follows must be known. */
const UNLABELLED_WITHIN = /(?<=[^0-9A-Za-z])(\d{2}SEN\d{3}|50\d{5})(?![0-9A-Za-z])/;

/**
 * Looks for the laser's serial number in a range file, block by block with an overlap. House
 * reader: the format is not public. A serial labelled as the laser's counts first, then one of the
 * sensor or system, else `NNSENNN` or `50NNNNN`, `N` being a digit.
 */
export async function readRangeSerial(source: FileSource): Promise<ReadResult<RangeSummary>> {
  if (source.size === 0) return refused("empty");
  for (const [from, to] of searchedSpans(source.size)) {
    let carry = "";
    for (let at = from; at < to; at += BLOCK_BYTES) {
      const end = Math.min(at + BLOCK_BYTES, to);
      const text = carry + latinText(await source.read(at, end));
      const serial = serialIn({ text, isFirst: at === 0, isLast: end === source.size });
      if (serial !== undefined) return { ok: true, serial };
      carry = text.slice(-OVERLAP);
    }
  }
  return refused("noSerial");
}

function searchedSpans(size: number): readonly (readonly [number, number])[] {
  if (size <= SEARCHED_BYTES + CLOSING_BYTES) return [[0, size]];
  return [
    [0, SEARCHED_BYTES],
    [size - CLOSING_BYTES, size],
  ];
}

/** Text of a file, and whether it is its beginning and its end. */
interface Passage {
  readonly text: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Text of two bytes a character is searched without its zeros. */
function serialIn(passage: Passage): string | undefined {
  const narrow = matchIn(passage);
  if (narrow !== undefined || !WIDE.test(passage.text)) return narrow;
  return matchIn({ ...passage, text: passage.text.replaceAll("\0", "") });
}

/** A match that touches the end of the text may go on in the next block, unless nothing follows. */
function matchIn({ text, isFirst, isLast }: Passage): string | undefined {
  for (const pattern of [LASER, SYSTEM, isFirst ? UNLABELLED : UNLABELLED_WITHIN]) {
    const match = pattern.exec(text);
    if (match !== null && (isLast || match.index + match[0].length < text.length)) return match[1];
  }
  return undefined;
}
