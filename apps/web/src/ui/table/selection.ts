import { useMemo, useState } from "react";

/** Which rows of a table are chosen, by their keys. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly isChosen: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  /** Has all of these keys from the one that was toggled last up to this one be as that one is. */
  readonly extendTo: (key: string, keys: readonly string[]) => void;
  /** Chooses all of these, or none of them where all are chosen already. */
  readonly toggleAll: (keys: readonly string[]) => void;
  readonly clear: () => void;
}

interface Chosen {
  readonly keys: ReadonlySet<string>;
  /** The key that was toggled last. */
  readonly last: string | undefined;
}
const NONE: Chosen = { keys: new Set(), last: undefined };

const toggled = ({ keys }: Chosen, key: string): Chosen => ({
  keys: keys.symmetricDifference(new Set([key])),
  last: key,
});

function extended(now: Chosen, key: string, listed: readonly string[]): Chosen {
  const { keys, last } = now;
  const from = last === undefined ? -1 : listed.indexOf(last);
  const to = listed.indexOf(key);
  if (last === undefined || from < 0 || to < 0) return toggled(now, key);
  const range = new Set(listed.slice(Math.min(from, to), Math.max(from, to) + 1));
  return { keys: keys.has(last) ? keys.union(range) : keys.difference(range), last };
}

/** A selection that outlives the page of rows that is shown. */
export function useSelection(): Selection {
  const [now, setNow] = useState(NONE);
  return useMemo(
    () => ({
      chosen: now.keys,
      isChosen: (key) => now.keys.has(key),
      toggle: (key) => setNow(toggled(now, key)),
      extendTo: (key, keys) => setNow(extended(now, key, keys)),
      toggleAll: (listed) => {
        const all = new Set(listed);
        const keys = all.isSubsetOf(now.keys) ? now.keys.difference(all) : now.keys.union(all);
        setNow({ keys, last: undefined });
      },
      clear: () => setNow(NONE),
    }),
    [now],
  );
}
