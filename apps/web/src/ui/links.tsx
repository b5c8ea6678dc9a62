import Button from "@mui/material/Button";
import MuiLink from "@mui/material/Link";
import ListItemButton from "@mui/material/ListItemButton";
import type { ListItemButtonProps } from "@mui/material/ListItemButton";
import { styled } from "@mui/material/styles";
import { createLink } from "@tanstack/react-router";
import { COARSE, FORCED_COLORS, TOUCH_PX } from "./theme/theme.ts";

/** A link within text, to a place of the application. */
export const TextLink = createLink(MuiLink);

/** Of a link that names a thing: a finger finds it above and below its line, which keeps its height. */
export const TOUCHED_NAME = { [COARSE]: { py: 1.5, my: -1.5 } } as const;

/** Of a link in a list of links: its line is as high as a finger. */
export const TOUCHED_LINE = {
  [COARSE]: { display: "inline-flex", alignItems: "center", minHeight: TOUCH_PX },
} as const;

export const ButtonLink = createLink(Button);

/** An entry of a list that leads to a place of the application. */
export const ListLink = createLink((props: ListItemButtonProps) => (
  <ListItemButton component="a" {...props} />
));

/** One link of a tab bar; the current one carries `aria-current="page"`. */
export const TabLink = createLink(
  styled("a")({
    display: "inline-flex",
    alignItems: "center",
    padding: "0 14px",
    fontWeight: 650,
    fontSize: "0.82rem",
    letterSpacing: "0.04em",
    textDecoration: "none",
    color: "inherit",
    borderBottom: "3px solid transparent",
    borderTop: "3px solid transparent",
    [COARSE]: { minHeight: 44 },
    "&:hover": { backgroundColor: "rgb(127 150 190 / 0.18)" },
    "&[aria-current=page]": { borderBottomColor: "#ffc629" },
    // Transparent lines would be drawn like the one that marks the current tab.
    [FORCED_COLORS]: {
      borderColor: "Canvas",
      "&[aria-current=page]": { borderBottomColor: "Highlight" },
    },
    "&:focus-visible": { outline: "2px solid currentColor", outlineOffset: -4 },
  }),
);
