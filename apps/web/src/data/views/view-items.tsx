import Check from "@mui/icons-material/Check";
import GroupsOutlined from "@mui/icons-material/GroupsOutlined";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import ListSubheader from "@mui/material/ListSubheader";
import MenuItem from "@mui/material/MenuItem";
import type { View } from "@swath/contract/views";
import type { ReactNode } from "react";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";
import { safeText } from "../../ui/text/safe-text.ts";

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
