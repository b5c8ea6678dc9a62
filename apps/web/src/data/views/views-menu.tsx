import BookmarkAddOutlined from "@mui/icons-material/BookmarkAddOutlined";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import DriveFileRenameOutline from "@mui/icons-material/DriveFileRenameOutline";
import GroupsOutlined from "@mui/icons-material/GroupsOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import MenuItem from "@mui/material/MenuItem";
import Menu from "@mui/material/Menu";
import type { View } from "@swath/contract/views";
import { type ReactNode, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { may } from "@swath/contract/identity";
import { useApi } from "../../platform/api/api-context.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { useSnackbar } from "../../ui/snackbar/snackbar-context.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { NameViewDialog } from "./name-view-dialog.tsx";
import { viewItems } from "./view-items.tsx";
import { contentOf, useDeleteView, useKeepView, viewFault, viewsQuery } from "./view-queries.ts";
import type { ViewedList } from "./viewed-list.ts";

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

interface ViewsMenuProps extends ViewedList {
  /** The button that it hangs from; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}

/** The open view is one that keeps what the page shows; the user's own before another's. */
function openView(views: readonly View[], isShown: ViewedList["isShown"]): View | undefined {
  const matching = views.filter(isShown);
  return matching.find(({ isOwn }) => isOwn) ?? matching[0];
}

/** Views to open, and what can be done with the one that is open. */
export function ViewsMenu({ anchor, onClose, content, isShown, onOpen }: ViewsMenuProps) {
  const { list } = content;
  const { data: views, isError } = useQuery(viewsQuery(useApi(), list));
  const mayKeep = may(useIdentity().roles, "keepViews");
  const [task, setTask] = useState<ViewTask>();
  const show = useSnackbar();
  const share = useKeepView(list, () => undefined);
  const current = openView(views ?? [], isShown);
  const toggleShared = (view: View): void =>
    share.mutate(
      { id: view.id, body: { ...contentOf(view), name: view.name, shared: !view.shared } },
      { onError: (error) => show({ severity: "error", text: viewFault(error) }) },
    );
  const begin = (next: ViewTask): void => {
    onClose();
    if (next.kind === "share") toggleShared(next.view);
    else setTask(next);
  };
  const open = (view: View): void => {
    onClose();
    onOpen(view);
  };
  const done = (): void => setTask(undefined);
  return (
    <>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={onClose}
        // Within the page's landmark.
        disablePortal
        slotProps={{
          list: { "aria-labelledby": "views-button" },
          paper: { sx: { minWidth: 260, maxWidth: 420, maxHeight: 560 } },
        }}
      >
        {viewItems({ views, failed: isError, current, onOpen: open })}
        {mayKeep ? viewActions(current, begin) : null}
      </Menu>
      {task?.kind === "delete" ? <DeleteViewDialog view={task.view} onDone={done} /> : null}
      {task?.kind === "name" ? (
        <NameViewDialog view={task.view} content={content} onDone={done} />
      ) : null}
    </>
  );
}

/** Asks before a view is deleted. */
function DeleteViewDialog({ view, onDone }: { view: View; onDone: () => void }) {
  const remove = useDeleteView(view.list, onDone);
  return (
    <ConfirmDialog
      title="Delete view"
      width="xs"
      confirm="Delete"
      destructive
      busy={remove.isPending}
      error={remove.error === null ? undefined : viewFault(remove.error)}
      onConfirm={() => remove.mutate(view)}
      onCancel={onDone}
      text={`"${safeText(view.name)}" will be gone${view.shared ? " for everyone" : ""}.`}
    />
  );
}
