import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MenuLink } from "../links.tsx";

/** One entry of a menu: it does something, leads somewhere, or can only be read. */
export interface MenuAction {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** A second, smaller line. */
  readonly detail?: string | undefined;
  /** Whether the detail is an address or an identifier. */
  readonly code?: boolean;
  /** Whether it belongs to the entry above it. */
  readonly inset?: boolean;
  readonly onSelect?: () => void;
  readonly link?: LinkProps & { readonly rel?: string };
}

interface ActionMenuProps {
  /** Names the menu, for those who cannot see what it hangs from. */
  readonly label: string | null;
  /** What it hangs from; null while there is none. */
  readonly anchor: Element | null;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onExited?: () => void;
  readonly actions: readonly MenuAction[];
  readonly dense?: boolean;
}

/** A menu over a declared list of actions; choosing one closes it first. */
export function ActionMenu({ label, anchor, open, onClose, ...props }: ActionMenuProps) {
  const { onExited = () => undefined, actions, dense = false } = props;
  return (
    <Menu
      anchorEl={anchor}
      open={open}
      onClose={onClose}
      slotProps={{
        transition: { onExited },
        list: { dense, ...(label === null ? {} : { "aria-label": label }) },
      }}
    >
      {actions.map((action) => itemOf(action, onClose))}
    </Menu>
  );
}

const INSET = { pl: 5 };
const CODE = { fontFamily: "monospace", fontSize: "0.74rem" };

function itemOf(action: MenuAction, close: () => void): ReactNode {
  const { key, label, icon, detail, code = false, inset = false, link, onSelect } = action;
  const sx = inset ? INSET : {};
  const text = (
    <>
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText
        primary={label}
        secondary={detail}
        slotProps={{ secondary: { sx: code ? CODE : {} } }}
      />
    </>
  );
  if (link !== undefined)
    return (
      <MenuLink key={key} sx={sx} {...(link as { to: "/" })}>
        {text}
      </MenuLink>
    );
  const select = (): void => {
    close();
    onSelect?.();
  };
  return (
    <MenuItem key={key} sx={sx} disabled={onSelect === undefined} onClick={select}>
      {text}
    </MenuItem>
  );
}
