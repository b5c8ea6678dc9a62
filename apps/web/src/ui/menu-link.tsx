import MenuItem from "@mui/material/MenuItem";
import type { MenuItemProps } from "@mui/material/MenuItem";
import { createLink } from "@tanstack/react-router";

function MenuAnchor(props: MenuItemProps) {
  return <MenuItem component="a" {...props} />;
}

/** An entry of a menu that leads to a place of the application. */
export const MenuLink = createLink(MenuAnchor);
