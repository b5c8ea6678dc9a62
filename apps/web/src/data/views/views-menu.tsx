import BookmarkAddOutlined from "@mui/icons-material/BookmarkAddOutlined";
import Check from "@mui/icons-material/Check";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import DriveFileRenameOutline from "@mui/icons-material/DriveFileRenameOutline";
import GroupsOutlined from "@mui/icons-material/GroupsOutlined";
import LockOutlined from "@mui/icons-material/LockOutlined";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import ListSubheader from "@mui/material/ListSubheader";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { may } from "@swath/contract/identity";
import type { View, ViewBody, ViewList } from "@swath/contract/views";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { safeText } from "../../ui/text/safe-text.ts";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { NameViewDialog } from "./name-view-dialog.tsx";
import {
  contentOf,
  useDeleteView,
  useKeepView,
  type ViewedList,
  viewFault,
  viewsQuery,
} from "./view-queries.ts";

interface ViewItemsOf {
  /** Undefined while they are being loaded. */
  readonly views: readonly View[] | undefined;
  readonly failed: boolean;
  /** The view that is open. */
  readonly current: View | undefined;
  readonly onOpen: (view: View) => void;
}

const note = (text: string): ReactNode => (
  <MenuItem key={text} disabled>
    {text}
  </MenuItem>
);

function itemOf(view: View, { current, onOpen }: ViewItemsOf): ReactNode {
  const isCurrent = view.id === current?.id;
  return (
    <MenuItem
      key={view.id}
      role="menuitemradio"
      aria-checked={isCurrent}
      onClick={() => onOpen(view)}
    >
      <ListItemIcon>{isCurrent ? <Check fontSize="small" /> : null}</ListItemIcon>
      <ListItemText
        primary={safeText(view.name)}
        secondary={view.isOwn ? undefined : safeText(view.owner)}
        slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }}
      />
      {view.isOwn && view.shared ? (
        <>
          <GroupsOutlined fontSize="small" aria-hidden="true" sx={{ ml: 2 }} />
          <VisuallyHidden>, shared</VisuallyHidden>
        </>
      ) : null}
    </MenuItem>
  );
}

function section(title: string, views: readonly View[], of: ViewItemsOf): ReactNode[] {
  if (views.length === 0) return [];
  const head = (
    <ListSubheader key={title} role="presentation" disableSticky sx={{ lineHeight: "32px" }}>
      {title}
    </ListSubheader>
  );
  return [head, ...views.map((view) => itemOf(view, of))];
}

/** The menu's items for the views: the user's own, then others' shared ones. */
export function viewItems(of: ViewItemsOf): ReactNode[] {
  const { views, failed } = of;
  if (views === undefined) return [note(failed ? "Views could not be loaded" : "Loading views...")];
  if (views.length === 0) return [note("No views yet")];
  return [
    ...section(
      "My views",
      views.filter(({ isOwn }) => isOwn),
      of,
    ),
    ...section(
      "Shared views",
      views.filter(({ isOwn }) => !isOwn),
      of,
    ),
  ];
}

interface Naming {
  readonly kind: "name";
  /** The view to rename; undefined names a new one. */
  readonly view: View | undefined;
}

export type ViewTask =
  | Naming
  | { readonly kind: "share"; readonly view: View }
  | { readonly kind: "delete"; readonly view: View };

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
    item(`Delete "${name}"`, <DeleteOutlined fontSize="small" />, {
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

const bodyOf = (view: View): ViewBody => ({
  ...contentOf(view),
  name: view.name,
  shared: view.shared,
});

/** Changes of views that are shown at once. */
function useViewChanges(list: ViewList) {
  const show = useSnackbar();
  const onError = (error: Error): void => show({ severity: "error", text: viewFault(error) });
  const keep = useKeepView(list, () => undefined);
  const remove = useDeleteView(list, (view) =>
    show({
      severity: "success",
      text: `"${safeText(view.name)}" was deleted${view.shared ? " for everyone" : ""}`,
      action: (
        <Button
          color="inherit"
          size="small"
          onClick={() => keep.mutate({ id: undefined, body: bodyOf(view) }, { onError })}
        >
          Undo
        </Button>
      ),
    }),
  );
  return {
    toggleShared: (view: View): void =>
      keep.mutate({ id: view.id, body: { ...bodyOf(view), shared: !view.shared } }, { onError }),
    remove: (view: View): void => remove.mutate(view, { onError }),
  };
}

/** Views to open, and what can be done with the one that is open. */
export function ViewsMenu({ anchor, onClose, content, isShown, onOpen }: ViewsMenuProps) {
  const { list } = content;
  const { data: views, isError } = useQuery(viewsQuery(useApi(), list));
  const mayKeep = may(useIdentity().roles, "keepViews");
  const [named, setNamed] = useState<Naming>();
  const { toggleShared, remove } = useViewChanges(list);
  const current = openView(views ?? [], isShown);
  const begin = (next: ViewTask): void => {
    onClose();
    if (next.kind === "share") toggleShared(next.view);
    else if (next.kind === "delete") remove(next.view);
    else setNamed(next);
  };
  const open = (view: View): void => {
    onClose();
    onOpen(view);
  };
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
      {named === undefined ? null : (
        <NameViewDialog view={named.view} content={content} onDone={() => setNamed(undefined)} />
      )}
    </>
  );
}
