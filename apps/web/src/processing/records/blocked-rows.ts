import { useCallback, useState } from "react";

let moments = 0;

/** A moment of this page, after all that were taken before: a clock may tell two of them alike. */
export const nextMoment = (): number => ++moments;

/** When the last change of each row was answered, by its identifier; a call under way has no answer. */
export type BlockedRows = ReadonlyMap<string, number>;

const UNANSWERED = Infinity;

export const NONE_BLOCKED: BlockedRows = new Map();

/** A change of the row was sent. */
export const blocked = (rows: BlockedRows, id: string): BlockedRows =>
  new Map(rows).set(id, UNANSWERED);

/** The change of the row was answered, well or not. */
export const answered = (rows: BlockedRows, id: string, at: number): BlockedRows =>
  new Map(rows).set(id, at);

/**
 * Whether a row takes no action: from a change on until a poll has arrived that began after the
 * change was answered (document 3, section 4.1). An earlier poll may show the row as it was before.
 */
export function isBlocked(rows: BlockedRows, id: string, pollBegan: number): boolean {
  const at = rows.get(id);
  return at !== undefined && at > pollBegan;
}

/** The rows that take no action, by their identifiers: see `isBlocked`. */
export function useBlockedRows(onPoll: () => void) {
  const [rows, setRows] = useState(NONE_BLOCKED);
  const block = useCallback(
    (ids: readonly string[]): void =>
      setRows((now) => ids.reduce((all, id) => blocked(all, id), now)),
    [],
  );
  /** Their change was answered; what came of it is polled at once. */
  const release = useCallback(
    (ids: readonly string[]): void => {
      const at = nextMoment();
      setRows((now) => ids.reduce((all, id) => answered(all, id, at), now));
      onPoll();
    },
    [onPoll],
  );
  const whileBlocked = useCallback(
    <T>(ids: readonly string[], work: () => Promise<T>): Promise<T> => {
      block(ids);
      return work().finally(() => release(ids));
    },
    [block, release],
  );
  return { rows, block, release, whileBlocked };
}
