import MuiLink from "@mui/material/Link";
import { createLink } from "@tanstack/react-router";

/** A link within text, to a place of the application. */
export const TextLink = createLink(MuiLink);
