import { useCallback, useMemo, useState } from "react";
import { browserStore, useStored } from "../../platform/browser-store.ts";
import { useIdentity } from "../../platform/session/session.ts";
import {
  type ArrangedColumn,
  type Arrangement,
  readArrangement,
} from "../../ui/table/arrangement.ts";
import { createRoom } from "../../ui/table/room.ts";
import type { ColumnsControl } from "../../ui/table/arranged-table.tsx";

/** The lists whose columns people arrange. */
type ArrangedList = "flights" | "processing" | "terrain-mapper";

/** How the person whose page this is has arranged a list, kept in this browser, the same in each tab. */
export function useColumns(list: ArrangedList, columns: readonly ArrangedColumn[]): ColumnsControl {
  const { subject } = useIdentity();
  const key = `table:${subject}:${list}`;
  const kept = useStored(key);
  const arrangement = useMemo(() => readArrangement(kept), [kept]);
  const [room] = useState(createRoom);
  const change = useCallback(
    (next: Arrangement) => browserStore.write(key, JSON.stringify(next)),
    [key],
  );
  return useMemo(
    () => ({ columns, arrangement, change, room }),
    [columns, arrangement, change, room],
  );
}
