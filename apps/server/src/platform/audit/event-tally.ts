import type { Db } from "../postgres/schema.ts";
import { recordEvent, type AuditEvent } from "./record-event.ts";

/** An event that its originator may repeat without limit. */
interface Repeatable {
  /** Who causes it: one person, or all anonymous callers together. */
  readonly originator: string;
  /** Equal for equal events. */
  readonly key: string;
  /** The entry for a number of equal events. */
  readonly event: (count: number) => AuditEvent;
  /** The entry for a number of events beyond those kept apart. */
  readonly beyond: (count: number) => AuditEvent;
}

export interface EventTally {
  /** Records the first of equal events at once and counts the others; neither waits nor throws. */
  note(happened: Repeatable): void;
  /** Records what was counted since the last time, and waits until all is written. */
  settle(): Promise<void>;
}

/** How long equal events are counted into one. */
export const TALLY_MS = 60_000;
/** Different events of one originator that are kept apart between two settlings. */
const KEPT_APART = 20;

interface Counted {
  readonly event: (count: number) => AuditEvent;
  more: number;
}

/**
 * Keeps the audit log readable, and bounded, under a flood: whatever one originator does, a process
 * writes at most 42 entries for it between two settlings.
 */
export function createEventTally(db: Db, onFailure: (error: unknown) => void): EventTally {
  const originators = new Map<string, Map<string, Counted>>();
  const writing = new Set<Promise<void>>();
  const write = (event: AuditEvent): void => {
    const written = recordEvent(db, event)
      .catch(onFailure)
      .finally(() => writing.delete(written));
    writing.add(written);
  };
  const placeOf = ({ originator, key, event, beyond }: Repeatable) => {
    const counts = originators.get(originator) ?? new Map<string, Counted>();
    originators.set(originator, counts);
    const apart = counts.has(key) || counts.size < KEPT_APART;
    return apart ? { counts, key, event } : { counts, key: "", event: beyond };
  };
  return {
    note: (happened) => {
      const { counts, key, event } = placeOf(happened);
      const counted = counts.get(key);
      if (counted === undefined) {
        counts.set(key, { event, more: 0 });
        write(event(1));
      } else counted.more += 1;
    },
    settle: async () => {
      const counted = Array.from(originators.values(), (counts) => [...counts.values()]).flat();
      originators.clear();
      for (const { event, more } of counted) if (more > 0) write(event(more));
      await Promise.all(writing);
    },
  };
}
