import type { LogPiece } from "@swath/contract/processing";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { POLL_FAST_MS, polling } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { usePolledQuery } from "../../platform/query/use-polled-query.ts";
import { type AttemptPlace, readLogPiece } from "../records/attempt-queries.ts";

/** Bytes of one call, and what is kept of a log: more is dropped at its beginning. */
export const PIECE_BYTES = 65_536;
const KEPT_BYTES = 262_144;
/** Of what was loaded by hand from before. */
const MOST_KEPT_BYTES = 2_097_152;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What of a log is known: pieces that follow one another up to its end. */
export interface LogTail {
  readonly pieces: readonly Piece[];
  /** Bytes that stood when it was read last. */
  readonly size: number;
  /** When it had been written to last. */
  readonly written: string | null;
  /** What is kept at most; more once earlier pieces were loaded. */
  readonly keep: number;
}

export const EMPTY_TAIL: LogTail = { pieces: [], size: 0, written: null, keep: KEPT_BYTES };

/** Reads a range of the log. */
export type ReadPiece = (range: { start: number; length: number }) => Promise<LogPiece>;

export const startOf = ({ pieces }: LogTail): number => pieces[0]?.start ?? 0;
const endOf = ({ pieces }: LogTail): number => pieces.at(-1)?.end ?? 0;

const pieceOf = ({ start, end, text }: LogPiece): Piece => ({ start, end, text });

/** Drops whole pieces at the beginning until no more is kept than there may be. */
function trimmed(tail: LogTail): LogTail {
  const end = endOf(tail);
  const pieces = tail.pieces.filter((piece, index, all) => {
    const isLast = index === all.length - 1;
    return isLast || end - piece.start <= tail.keep;
  });
  return { ...tail, pieces };
}

/**
 * Reads what was written since.
 *
 * log/L1 of a log that is read first only its last piece is, from the beginning of a line;
 * log/L2 a log that is shorter than it was is another one, and is read anew;
 * log/L3 what is kept is bounded, however long a log is followed;
 * log/L4 a log that is written to without growing, as a long one whose end alone is kept, has another
 * end, which is read anew.
 */
export async function readOn(tail: LogTail, read: ReadPiece): Promise<LogTail> {
  if (tail.pieces.length === 0) return readEnd(read);
  const next = await read({ start: endOf(tail), length: PIECE_BYTES });
  if (next.size < endOf(tail)) return readEnd(read);
  if (next.end === next.start) return next.written === tail.written ? tail : readEnd(read);
  const behind = next.size - next.end;
  // So much was written that what lies between is not worth its calls.
  if (behind > tail.keep) return readEnd(read);
  const grown = trimmed({
    ...tail,
    size: next.size,
    written: next.written,
    pieces: [...tail.pieces, pieceOf(next)],
  });
  return behind > 0 ? readOn(grown, read) : grown;
}

async function readEnd(read: ReadPiece): Promise<LogTail> {
  const first = await read({ start: 0, length: PIECE_BYTES });
  const { size, written } = first;
  if (size === 0) return EMPTY_TAIL;
  if (first.end >= size) return { ...EMPTY_TAIL, size, written, pieces: [pieceOf(first)] };
  const last = await read({ start: Math.max(0, size - PIECE_BYTES), length: PIECE_BYTES });
  const { written: then } = last;
  return { ...EMPTY_TAIL, size: last.size, written: then, pieces: [fromLine(last)] };
}

/** A piece from its first whole line on: where it begins may be within a line, or a character. */
function fromLine({ start, end, text }: LogPiece): Piece {
  const feed = text.indexOf("\n");
  if (start === 0 || feed < 0) return { start, end, text };
  const kept = text.slice(feed + 1);
  return { start: end - new TextEncoder().encode(kept).length, end, text: kept };
}

/** Reads the piece before what is known, and keeps so much more. */
export async function readBefore(tail: LogTail, read: ReadPiece): Promise<LogTail> {
  const known = startOf(tail);
  if (known === 0) return tail;
  const start = Math.max(0, known - PIECE_BYTES);
  const piece = await read({ start, length: known - start });
  const before = fromLine({ ...piece, end: known });
  const keep = Math.min(MOST_KEPT_BYTES, tail.size - before.start + PIECE_BYTES);
  return { ...tail, keep: Math.max(tail.keep, keep), pieces: [before, ...tail.pieces] };
}

/** Whether there is something before that may be loaded still. */
export const hasBefore = (tail: LogTail): boolean =>
  startOf(tail) > 0 && tail.size - startOf(tail) < MOST_KEPT_BYTES;

export const textOf = ({ pieces }: LogTail): string => pieces.map(({ text }) => text).join("");

const DOWNLOAD_PIECE_BYTES = 262_144;

/** The whole log as it stands, piece by piece. */
export async function readWhole(read: ReadPiece): Promise<readonly string[]> {
  const texts: string[] = [];
  let start = 0;
  for (;;) {
    const { text, end, size } = await read({ start, length: DOWNLOAD_PIECE_BYTES });
    texts.push(text);
    if (end <= start || end >= size) return texts;
    start = end;
  }
}

/** The end of a task's log, read on while the page is seen; `isLive`: it is still written. */
export function useLogTail(place: AttemptPlace & { readonly task: string }, isLive: boolean) {
  const api = useApi();
  const queries = useQueryClient();
  const { processingId, job, attempt, task } = place;
  const queryKey = queryKeys.attempt(processingId, job, attempt, { of: "log", task });
  const read = (signal: AbortSignal) => (range: { start: number; length: number }) =>
    readLogPiece(api, place, range, signal);
  const [isLoading, setLoading] = useState(false);
  const [earlierFailed, setEarlierFailed] = useState<string>();
  const policy = polling(POLL_FAST_MS);
  const query = usePolledQuery({
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      readOn(queries.getQueryData<LogTail>(queryKey) ?? EMPTY_TAIL, read(signal)),
    ...policy,
    // Of an ended task one more read brings what it wrote last.
    refetchInterval: isLive ? policy.refetchInterval : false,
    gcTime: 0,
  });
  const loadEarlier = async (): Promise<void> => {
    const { data } = query;
    if (data === undefined) return;
    setLoading(true);
    setEarlierFailed(undefined);
    await queries.cancelQueries({ queryKey });
    await readBefore(data, read(new AbortController().signal)).then(
      (tail) => void queries.setQueryData(queryKey, tail),
      (error: Error) => setEarlierFailed(error.message),
    );
    setLoading(false);
  };
  return { ...query, loadEarlier, isLoading, earlierFailed };
}
