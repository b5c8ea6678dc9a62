import ContentCopy from "@mui/icons-material/ContentCopy";
import Download from "@mui/icons-material/Download";
import FolderOpenOutlined from "@mui/icons-material/FolderOpenOutlined";
import { type ExplorerEntry, explorerEndpoints } from "@swath/contract/explorer";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useDownload } from "../data/use-download.ts";
import type { Api } from "../platform/api/api.ts";
import { useCopyLink } from "../ui/feedback/snackbar.tsx";
import { ActionMenu, type MenuAction } from "../ui/status/action-menu.tsx";
import { type Place, folderOf, s3Link, shownName } from "./place.ts";
import { type EntryOrder, entryColumns } from "./entry-columns.tsx";
import { KeyboardGrid } from "../ui/grid/keyboard-grid.tsx";

interface OpenMenu {
  readonly entry: ExplorerEntry;
  readonly anchor: Element;
}

interface EntryMenuProps {
  readonly bucket: string;
  readonly open: OpenMenu | undefined;
  readonly onClose: () => void;
  readonly onGo: (place: Place) => void;
  readonly onDownload: ((key: string) => void) | undefined;
  /** Whether an entry may lie elsewhere than in the open folder. */
  readonly withFolder: boolean;
}

const item = (label: string, icon: ReactNode, onSelect: () => void): MenuAction => ({
  key: label,
  label,
  icon,
  onSelect,
});

/** What may be done with an object or a folder. */
function EntryMenu({ bucket, open, onClose, onGo, ...props }: EntryMenuProps) {
  const { onDownload, withFolder } = props;
  const copy = useCopyLink();
  const key = open?.entry.key ?? "";
  const isFile = open?.entry.type === "File";
  const folder = <FolderOpenOutlined fontSize="small" />;
  return (
    <ActionMenu
      label={open === undefined ? null : shownName(key)}
      anchor={open?.anchor ?? null}
      onClose={onClose}
      actions={[
        ...(isFile ? [] : [item("Open", folder, () => onGo({ bucket, prefix: key }))]),
        ...(isFile && onDownload !== undefined
          ? [item("Download", <Download fontSize="small" />, () => onDownload(key))]
          : []),
        ...(withFolder
          ? [item("Open its folder", folder, () => onGo({ bucket, prefix: folderOf(key) }))]
          : []),
        item(
          "Copy S3 link",
          <ContentCopy fontSize="small" />,
          () => void copy(s3Link(bucket, key)),
        ),
      ]}
    />
  );
}

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
  const onDownload = useDownload(
    useCallback(
      (api: Api, key: string) =>
        api.call(explorerEndpoints.downloadObject, { body: { bucket, key } }),
      [bucket],
    ),
  );
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
