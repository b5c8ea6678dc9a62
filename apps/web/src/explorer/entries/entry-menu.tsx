import ContentCopy from "@mui/icons-material/ContentCopy";
import Download from "@mui/icons-material/Download";
import FolderOpenOutlined from "@mui/icons-material/FolderOpenOutlined";
import type { ExplorerEntry } from "@swath/contract/explorer";
import type { ReactNode } from "react";
import { useCopyLink } from "../../ui/snackbar/use-copy-link.tsx";
import { ActionMenu, type MenuAction } from "../../ui/status/action-menu.tsx";
import { folderOf, shownName, type Place, s3Link } from "../place/place.ts";

export interface OpenMenu {
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
export function EntryMenu({ bucket, open, onClose, onGo, ...props }: EntryMenuProps) {
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
