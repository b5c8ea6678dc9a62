const MOST = 10_000;

/** Remembers which reply a caller would get again, as long as nothing has changed. */
export interface ReplyMemory {
  /** What is known to be current now; undefined where nothing may be remembered. */
  readonly version: () => number | undefined;
  /** The entity tag of a reply that is still the same. */
  readonly tagOf: (key: string) => string | undefined;
  /** Remembers the tag of a reply that was begun at a version. */
  readonly keep: (key: string, version: number | undefined, tag: string) => void;
}

/** A memory that is emptied by every change of the version. */
export function createReplyMemory(version: () => number | undefined): ReplyMemory {
  const tags = new Map<string, string>();
  let of: number | undefined;
  const current = (): number | undefined => {
    const now = version();
    if (now !== of) tags.clear();
    of = now;
    return now;
  };
  return {
    version: current,
    tagOf: (key) => (current() === undefined ? undefined : tags.get(key)),
    keep: (key, begun, tag) => {
      if (begun === undefined || begun !== current()) return;
      if (tags.size >= MOST) tags.clear();
      tags.set(key, tag);
    },
  };
}
