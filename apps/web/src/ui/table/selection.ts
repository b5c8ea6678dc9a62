import { useMemo, useState } from "react";

/** Which rows of a table are chosen, by their keys. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly isChosen: (key: string) => boolean;
  readonly toggle: (key: string) => void;
  /** Chooses all of these, or none of them where all are chosen already. */
  readonly toggleAll: (keys: readonly string[]) => void;
  readonly clear: () => void;
}

/** A selection that outlives the page of rows that is shown. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      chosen,
      isChosen: (key) => chosen.has(key),
      toggle: (key) => setChosen(chosen.symmetricDifference(new Set([key]))),
      toggleAll: (keys) => {
        const all = new Set(keys);
        setChosen(all.isSubsetOf(chosen) ? chosen.difference(all) : chosen.union(all));
      },
      clear: () => setChosen(new Set()),
    }),
    [chosen],
  );
}
