import type { ExplorerEntry } from "@swath/contract/explorer";
import { useCallback, useMemo, useState } from "react";
import { entryColumns, type EntryOrder } from "./entry-columns.tsx";
import { EntryMenu, type OpenMenu } from "./entry-menu.tsx";
import { KeyboardGrid } from "../../ui/table/grid/keyboard-grid.tsx";
import { type Place, shownName } from "../place/place.ts";
import { useDownload } from "./use-download.ts";

interface EntryGridProps {
  readonly label: string;
  readonly place: Place;
  readonly entries: readonly ExplorerEntry[];
  /** Undefined where the order is not the user's to choose. */
  readonly order?: EntryOrder;
  readonly onGo: (place: Place) => void;
  readonly onUp: () => void;
  readonly startAt?: string | undefined;
}

const keyOf = ({ key }: ExplorerEntry): string => key;
const entryName = ({ key }: ExplorerEntry): string => shownName(key);

/** Objects and folders to walk through, open, download and copy the links of. */
export function EntryGrid({ label, place, entries, order, ...props }: EntryGridProps) {
  const { bucket, prefix } = place;
  const { onGo, onUp, startAt } = props;
  const [menu, setMenu] = useState<OpenMenu>();
  const onDownload = useDownload(bucket);
  const onMenu = useCallback(
    (entry: ExplorerEntry, anchor: Element): void => setMenu({ entry, anchor }),
    [],
  );
  const columns = useMemo(
    () => entryColumns({ bucket, prefix, order, onMenu, onDownload }),
    [bucket, prefix, order, onMenu, onDownload],
  );
  const enter = (entry: ExplorerEntry): boolean => {
    if (entry.type === "Folder") onGo({ bucket, prefix: entry.key });
    return entry.type === "Folder";
  };
  return (
    <>
      <KeyboardGrid
        label={label}
        columns={columns}
        rows={entries}
        keyOf={keyOf}
        nameOf={entryName}
        startAt={startAt}
        onPick={(entry) => void enter(entry)}
        onOpen={(entry, anchor) => {
          if (!enter(entry)) onMenu(entry, anchor);
        }}
        onMenu={onMenu}
        onUp={onUp}
      />
      <EntryMenu
        bucket={bucket}
        open={menu}
        onClose={() => setMenu(undefined)}
        onGo={onGo}
        onDownload={onDownload}
        withFolder={order === undefined}
      />
    </>
  );
}
