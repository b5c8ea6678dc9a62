import { useCallback, useState } from "react";

let moments = 0;

/** A moment of this page, later than every earlier one; a clock may give two equal times. */
export const nextMoment = (): number => ++moments;

/** The moment of the answer to each row's last change, by the row's id; infinite during the call. */
export type BlockedRows = ReadonlyMap<string, number>;

export const NONE_BLOCKED: BlockedRows = new Map();

/** The state after a change of rows was sent, or was answered at a moment by success or failure. */
export const blocked = (rows: BlockedRows, ids: readonly string[], until = Infinity): BlockedRows =>
  new Map([...rows, ...ids.map((id) => [id, until] as const)]);

/**
 * Whether a row takes no action: from its change until the arrival of a poll that began after the
 * answer (document 3, section 4.1). An earlier poll may show the row's former state.
 */
export const isBlocked = (rows: BlockedRows, id: string, pollBegan: number): boolean =>
  (rows.get(id) ?? pollBegan) > pollBegan;

/** Whether a change of any row has no answer yet. */
export const isAnyAsked = (rows: BlockedRows): boolean =>
  rows.values().some((until) => until === Infinity);

/** The blocked rows by id: see `isBlocked`. */
export function useBlockedRows(onPoll: () => void) {
  const [rows, setRows] = useState(NONE_BLOCKED);
  const block = useCallback(
    (ids: readonly string[]): void => setRows((now) => blocked(now, ids)),
    [],
  );
  /** Marks the answer to their change, and polls its result at once. */
  const release = useCallback(
    (ids: readonly string[]): void => {
      const at = nextMoment();
      setRows((now) => blocked(now, ids, at));
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
