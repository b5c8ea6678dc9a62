import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { useIdentity } from "../../platform/session/session.ts";
import { type ArrangedColumn, type Arrangement, readArrangement } from "../../ui/table/arrangement.ts";
import type { ColumnsControl } from "../../ui/table/arranged-table.tsx";

const CHANGED = "swath-table";

/** What this page arranged where the browser keeps nothing. */
const unkept = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unkept.get(key) ?? null;
  }
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    unkept.set(key, text);
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  // Another tab of the same browser.
  window.addEventListener("storage", listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(CHANGED, listener);
  };
}

/** The lists whose columns people arrange. */
type ArrangedList = "flights" | "processing" | "terrain-mapper";

/** How the person whose page this is has arranged a list, kept in this browser, the same in each tab. */
export function useColumns(
  list: ArrangedList,
  columns: readonly ArrangedColumn[],
): ColumnsControl {
  const { subject } = useIdentity();
  const key = `table:${subject}:${list}`;
  const kept = useSyncExternalStore(subscribe, () => read(key));
  const arrangement = useMemo(() => readArrangement(kept), [kept]);
  const [room, setRoom] = useState<number>();
  const change = useCallback(
    (next: Arrangement) => keep(key, JSON.stringify(next)),
    [key],
  );
  return useMemo(
    () => ({ columns, arrangement, change, room, setRoom }),
    [columns, arrangement, change, room],
  );
}
