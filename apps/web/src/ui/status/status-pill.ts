import { styled } from "@mui/material/styles";
import { createLink } from "@tanstack/react-router";

/** What a status asks of its reader, by colour. */
export type Tone = "neutral" | "busy" | "bad" | "good" | "muted";

const COLOUR: Readonly<Record<Tone, string>> = {
  neutral: "var(--mui-palette-primary-main)",
  busy: "var(--mui-palette-warning-main)",
  bad: "var(--mui-palette-error-main)",
  good: "var(--mui-palette-success-main)",
  muted: "var(--mui-palette-text-secondary)",
};

const shape = {
  all: "unset",
  boxSizing: "border-box",
  position: "relative",
  display: "inline-flex",
  alignItems: "center",
  gap: 4,
  height: 26,
  padding: "0 8px 0 5px",
  borderRadius: 13,
  border: "1px solid var(--mui-palette-divider)",
  backgroundColor: "var(--mui-palette-background-paper)",
  fontSize: "0.76rem",
  fontWeight: 600,
  whiteSpace: "nowrap",
} as const;
const focus = { outline: "2px solid currentColor", outlineOffset: 1 } as const;

const leading = ({ tone }: { tone: Tone }) => ({
  ...shape,
  color: COLOUR[tone],
  cursor: "pointer",
  "&:hover, &[aria-expanded=true]": {
    borderColor: "currentColor",
    backgroundColor: `color-mix(in srgb, ${COLOUR[tone]} 9%, var(--mui-palette-background-paper))`,
  },
  "&:focus-visible": focus,
});
const own = { shouldForwardProp: (prop: string) => prop !== "tone" };

/** A status to be read. */
export const Pill = styled(
  "span",
  own,
)<{ tone: Tone }>(({ tone }) => ({
  ...shape,
  color: COLOUR[tone],
}));

/** A status that leads to its upload. */
export const PillLink = createLink(styled("a", own)<{ tone: Tone }>(leading));

/** A status that opens a menu. */
export const PillButton = styled("button", own)<{ tone: Tone }>(leading);

/** A status that leads nowhere; it takes the focus for its tooltip alone. */
export const PillText = styled(
  "button",
  own,
)<{ tone: Tone }>(({ tone }) => ({
  ...shape,
  color: COLOUR[tone],
  cursor: "default",
  "&[aria-disabled=true]": {
    borderStyle: "dashed",
    fontWeight: 500,
    backgroundColor: "transparent",
  },
  "&:focus-visible": focus,
}));
