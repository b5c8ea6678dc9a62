import { useCallback, useState } from "react";
import { answered, blocked, nextMoment, NONE_BLOCKED } from "./blocked-rows.ts";

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
