import ContentCopy from "@mui/icons-material/ContentCopy";
import Download from "@mui/icons-material/Download";
import FolderOpenOutlined from "@mui/icons-material/FolderOpenOutlined";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import type { ExplorerEntry } from "@swath/contract/explorer";
import { useCopyLink } from "../../ui/copy-link.tsx";
import { folderOf, type Place, s3Link } from "./place.ts";

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

/** What may be done with an object or a folder. */
export function EntryMenu({ bucket, open, onClose, onGo, ...props }: EntryMenuProps) {
  const copy = useCopyLink();
  const key = open?.entry.key ?? "";
  const isFile = open?.entry.type === "File";
  const { onDownload } = props;
  const after = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Menu open={open !== undefined} anchorEl={open?.anchor ?? null} onClose={onClose}>
      {isFile ? null : (
        <MenuItem onClick={after(() => onGo({ bucket, prefix: key }))}>
          <ListItemIcon>
            <FolderOpenOutlined fontSize="small" />
          </ListItemIcon>
          Open
        </MenuItem>
      )}
      {isFile && onDownload !== undefined ? (
        <MenuItem onClick={after(() => onDownload(key))}>
          <ListItemIcon>
            <Download fontSize="small" />
          </ListItemIcon>
          Download
        </MenuItem>
      ) : null}
      {props.withFolder ? (
        <MenuItem onClick={after(() => onGo({ bucket, prefix: folderOf(key) }))}>
          <ListItemIcon>
            <FolderOpenOutlined fontSize="small" />
          </ListItemIcon>
          Open its folder
        </MenuItem>
      ) : null}
      <MenuItem onClick={after(() => void copy(s3Link(bucket, key)))}>
        <ListItemIcon>
          <ContentCopy fontSize="small" />
        </ListItemIcon>
        Copy S3 link
      </MenuItem>
    </Menu>
  );
}
