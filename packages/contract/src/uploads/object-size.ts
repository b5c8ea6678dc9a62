/** One part of a file larger than this: 200 MB. */
export const PART_BYTES = 209_715_200;
/** Most parts of a file, as many as S3 joins. */
export const MAX_PARTS = 10_000;
/** Most bytes of a file: 2 TB in {@link MAX_PARTS} parts. */
export const MAX_FILE_BYTES = MAX_PARTS * PART_BYTES;
/**
 * Least bytes of a piece that reaches to `end` of an object of `sourceBytes`, where the store joins
 * `minPieceBytes`. The last piece of a file may have any size; an object shorter than a part ends its
 * file, so that only such a piece may be short: S3 joins no short one before another.
 */
export function leastPieceBytes(sourceBytes: number, end: number, minPieceBytes: number): number {
  return sourceBytes < PART_BYTES && end === sourceBytes ? 1 : minPieceBytes;
}
/** Most source bytes of one Zstandard frame: a file is compressed in chunks of as many. */
export const FRAME_BYTES = 8_388_608;
/** A frame's bound above its source: ZSTD_compressBound plus the frame header, generously. */
export const zstdBound = (sourceBytes: number): number =>
  sourceBytes +
  Math.ceil(sourceBytes / 128) +
  1024 * Math.max(1, Math.ceil(sourceBytes / FRAME_BYTES));
