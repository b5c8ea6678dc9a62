import Button from "@mui/material/Button";
import { createLink } from "@tanstack/react-router";

/** A link that looks like a button, to a place of the application. */
export const ButtonLink = createLink(Button);
