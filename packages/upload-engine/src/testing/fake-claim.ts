import { AppError } from "@swath/contract/errors";
import {
  leastPieceBytes,
  type Manifest,
  type PieceRange,
  type PlannedObject,
  type Segment,
  planObjects,
  storedBound,
  type UploadAuthBody,
} from "@swath/contract/uploads";

/** What a real server asks of a claim before it authorises it; answers the range that is the whole object. */
export function validateClaim(
  claim: UploadAuthBody,
  { files }: Manifest,
  minPieceBytes: number,
): PieceRange {
  const planned = planObjects(files).find(({ name }) => name === claim.filePath);
  if (planned === undefined) throw new AppError("INVALID_PATH", claim.filePath);
  const whole = { offset: 0, length: planned.sourceBytes };
  const { piece = whole } = claim;
  const isWhole = piece.offset === 0 && piece.length === whole.length;
  const segments = isWhole ? planned.segments : [cut(planned, piece)];
  const end = piece.offset + piece.length;
  if (!isWhole && piece.length < leastPieceBytes(whole.length, end, minPieceBytes))
    throw new AppError("INVALID_REQUEST", `${claim.filePath} is a piece of ${piece.length}`);
  const fits =
    segments.length === claim.segments.length &&
    segments.every((segment, i) => {
      const mayBeZipped = files[segment.file]!.zipped;
      const { storedBytes, zipped = mayBeZipped } = claim.segments[i]!;
      if (zipped && !mayBeZipped) return false;
      return zipped ? storedBytes <= storedBound(segment, files) : storedBytes === segment.length;
    });
  const sum = claim.segments.reduce((total, { storedBytes }) => total + storedBytes, 0);
  if (!fits || sum !== claim.size) throw new AppError("INVALID_REQUEST", claim.filePath);
  return whole;
}

/** The part of an object's only segment that a piece is. */
function cut({ name, segments }: PlannedObject, { offset, length }: PieceRange): Segment {
  const [first, ...others] = segments;
  if (first === undefined || others.length > 0 || offset + length > first.length)
    throw new AppError("INVALID_REQUEST", `${name} has no such piece`);
  return { ...first, offset: first.offset + offset, length };
}
