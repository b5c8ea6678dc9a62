import { styled } from "@mui/material/styles";
import { createLink } from "@tanstack/react-router";

/** One link of a tab bar; the current one carries `aria-current="page"`. */
export const StripTab = createLink(
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
    "&:hover": { backgroundColor: "rgb(127 150 190 / 0.18)" },
    "&[aria-current=page]": { borderBottomColor: "#ffc629" },
    "&:focus-visible": { outline: "2px solid currentColor", outlineOffset: -4 },
  }),
);
