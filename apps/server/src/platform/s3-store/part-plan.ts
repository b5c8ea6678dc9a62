/** S3 refuses parts smaller than this, but for the last one: 5 MiB. */
export const MIN_PART_BYTES = 5_242_880;
/** S3 joins no more parts than this. */
export const MAX_PARTS = 10_000;
/** S3 copies up to 5 GiB by one call; smaller copies run side by side. */
export const MAX_COPY_BYTES = 1_073_741_824;

/** A run of an object's bytes. */
export interface SourceRange {
  readonly key: string;
  readonly start: number;
  readonly length: number;
  /** Of the object when it was looked at, so that no other one is copied. */
  readonly etag: string;
}

/** One part of a joined object: a range that the store copies, or small ranges to be fetched and sent. */
export type JoinPart =
  | { readonly kind: "copy"; readonly range: SourceRange }
  | { readonly kind: "fetch"; readonly ranges: readonly SourceRange[] };

/**
 * Lays ranges out in parts that S3 takes, so that few bytes are fetched: small ones are filled up from
 * the range behind them, or with all of it where its rest would be small in turn. A part that is
 * fetched has less than twice {@link MIN_PART_BYTES}.
 */
export function planParts(ranges: readonly SourceRange[]): JoinPart[] {
  const parts: JoinPart[] = [];
  let small: SourceRange[] = [];
  let smallBytes = 0;
  const closeSmall = (): void => {
    if (small.length > 0) parts.push({ kind: "fetch", ranges: small });
    small = [];
    smallBytes = 0;
  };
  for (let range of ranges) {
    if (smallBytes > 0) {
      const missing = MIN_PART_BYTES - smallBytes;
      const taken = range.length - missing < MIN_PART_BYTES ? range.length : missing;
      small.push(head(range, taken));
      smallBytes += taken;
      range = tail(range, taken);
      if (smallBytes >= MIN_PART_BYTES) closeSmall();
    }
    while (range.length >= MIN_PART_BYTES) {
      const bytes = copiedBytes(range.length);
      parts.push({ kind: "copy", range: head(range, bytes) });
      range = tail(range, bytes);
    }
    if (range.length === 0) continue;
    small.push(range);
    smallBytes += range.length;
  }
  closeSmall();
  return parts;
}

/** As much as one copy may take, leaving nothing or enough for another. */
function copiedBytes(length: number): number {
  if (length <= MAX_COPY_BYTES) return length;
  return Math.min(MAX_COPY_BYTES, length - MIN_PART_BYTES);
}

function head(range: SourceRange, bytes: number): SourceRange {
  return { ...range, length: Math.min(range.length, bytes) };
}

function tail(range: SourceRange, bytes: number): SourceRange {
  const cut = Math.min(range.length, bytes);
  return { ...range, start: range.start + cut, length: range.length - cut };
}
