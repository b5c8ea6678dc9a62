import { useCallback, useState } from "react";

let moments = 0;

/** A moment of this page, later than every earlier one; a clock may give two equal times. */
export const nextMoment = (): number => ++moments;

/** The moment of the answer to each row's last change, by the row's id; infinite during the call. */
export type BlockedRows = ReadonlyMap<string, number>;

const UNANSWERED = Infinity;

export const NONE_BLOCKED: BlockedRows = new Map();

/** The state after a change of the row was sent. */
export const blocked = (rows: BlockedRows, id: string): BlockedRows =>
  new Map(rows).set(id, UNANSWERED);

/** The state after the server answered the row's change, by success or failure. */
export const answered = (rows: BlockedRows, id: string, at: number): BlockedRows =>
  new Map(rows).set(id, at);

/**
 * Whether a row takes no action: from its change until the arrival of a poll that began after the
 * answer (document 3, section 4.1). An earlier poll may show the row's former state.
 */
export function isBlocked(rows: BlockedRows, id: string, pollBegan: number): boolean {
  const at = rows.get(id);
  return at !== undefined && at > pollBegan;
}

/** The blocked rows by id: see `isBlocked`. */
export function useBlockedRows(onPoll: () => void) {
  const [rows, setRows] = useState(NONE_BLOCKED);
  const block = useCallback(
    (ids: readonly string[]): void =>
      setRows((now) => ids.reduce((all, id) => blocked(all, id), now)),
    [],
  );
  /** Marks the answer to their change, and polls its result at once. */
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
