import BookmarkAddOutlined from "@mui/icons-material/BookmarkAddOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import DriveFileRenameOutline from "@mui/icons-material/DriveFileRenameOutline";
import GroupsOutlined from "@mui/icons-material/GroupsOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import MenuItem from "@mui/material/MenuItem";
import type { View } from "@swath/contract/views";
import type { ReactNode } from "react";

export type ViewTask =
  /** Names a new view, or the given one anew. */
  | { readonly kind: "name"; readonly view: View | undefined }
  | { readonly kind: "share" | "delete"; readonly view: View };

/** The menu's items for what can be done: saving, and changes of the open view where it is one's own. */
export function viewActions(
  current: View | undefined,
  onTask: (task: ViewTask) => void,
): ReactNode[] {
  const item = (text: string, icon: ReactNode, task: ViewTask): ReactNode => (
    <MenuItem key={text} onClick={() => onTask(task)}>
      <ListItemIcon>{icon}</ListItemIcon>
      {text}
    </MenuItem>
  );
  const save = item("Save as...", <BookmarkAddOutlined fontSize="small" />, {
    kind: "name",
    view: undefined,
  });
  const divider = <Divider key="divider" component="li" />;
  if (current?.isOwn !== true) return [divider, save];
  const { name, shared } = current;
  const ShareIcon = shared ? LockOutlined : GroupsOutlined;
  return [
    divider,
    save,
    item(`Rename "${name}"...`, <DriveFileRenameOutline fontSize="small" />, {
      kind: "name",
      view: current,
    }),
    item(`${shared ? "Unshare" : "Share"} "${name}"`, <ShareIcon fontSize="small" />, {
      kind: "share",
      view: current,
    }),
    item(`Delete "${name}"...`, <DeleteOutlined fontSize="small" />, {
      kind: "delete",
      view: current,
    }),
  ];
}
