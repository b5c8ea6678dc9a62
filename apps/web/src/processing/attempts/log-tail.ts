import type { LogPiece } from "@swath/contract/processing";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { POLL_FAST_MS, polling, usePolledQuery } from "../../platform/query/polling.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { type AttemptPlace, readLogPiece } from "../records/attempt-queries.ts";

/** The bytes of one call, and the bytes that are kept: the beginning is dropped first. */
export const PIECE_BYTES = 65_536;
const KEPT_BYTES = 262_144;
/** The limit after a person has loaded earlier pieces. */
const MOST_KEPT_BYTES = 2_097_152;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The known end of a log: consecutive pieces. */
export interface LogTail {
  readonly pieces: readonly Piece[];
  /** The log's size at the last read, bytes. */
  readonly size: number;
  /** The time of the last write. */
  readonly written: string | null;
  /** The largest number of kept bytes; more once earlier pieces were loaded. */
  readonly keep: number;
}

export const EMPTY_TAIL: LogTail = { pieces: [], size: 0, written: null, keep: KEPT_BYTES };

/** Reads a range of the log. */
export type ReadPiece = (range: { start: number; length: number }) => Promise<LogPiece>;

export const startOf = ({ pieces }: LogTail): number => pieces[0]?.start ?? 0;
const endOf = ({ pieces }: LogTail): number => pieces.at(-1)?.end ?? 0;

const pieceOf = ({ start, end, text }: LogPiece): Piece => ({ start, end, text });

/** Drops whole pieces at the beginning until the rest is within the limit. */
function trimmed(tail: LogTail): LogTail {
  const end = endOf(tail);
  const pieces = tail.pieces.filter((piece, index, all) => {
    const isLast = index === all.length - 1;
    return isLast || end - piece.start <= tail.keep;
  });
  return { ...tail, pieces };
}

/** Reads the text written since the last read (job-pages/P15 to P18). */
export async function readOn(tail: LogTail, read: ReadPiece): Promise<LogTail> {
  if (tail.pieces.length === 0) return readEnd(read);
  const next = await read({ start: endOf(tail), length: PIECE_BYTES });
  if (next.size < endOf(tail)) return readEnd(read);
  if (next.end === next.start) return next.written === tail.written ? tail : readEnd(read);
  const behind = next.size - next.end;
  // The gap is longer than the kept text: its calls would be wasted.
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

/** A piece from its first whole line on: it may begin within a line, or within a character. */
function fromLine({ start, end, text }: LogPiece): Piece {
  const feed = text.indexOf("\n");
  if (start === 0 || feed < 0) return { start, end, text };
  const kept = text.slice(feed + 1);
  return { start: end - new TextEncoder().encode(kept).length, end, text: kept };
}

/** Reads the piece before the known text, and raises the limit by it. */
export async function readBefore(tail: LogTail, read: ReadPiece): Promise<LogTail> {
  const known = startOf(tail);
  if (known === 0) return tail;
  const start = Math.max(0, known - PIECE_BYTES);
  const piece = await read({ start, length: known - start });
  const before = fromLine({ ...piece, end: known });
  const keep = Math.min(MOST_KEPT_BYTES, tail.size - before.start + PIECE_BYTES);
  return { ...tail, keep: Math.max(tail.keep, keep), pieces: [before, ...tail.pieces] };
}

/** Whether an earlier piece exists and may be loaded. */
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

/** The end of a task's log, polled while the page is visible; `isLive`: the task still writes it. */
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
    // After a task's end one more read brings its last lines.
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
