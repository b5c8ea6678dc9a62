import { styled } from "@mui/material/styles";
import { createLink } from "@tanstack/react-router";
import type { Tone } from "./status-look.ts";

const COLOUR: Readonly<Record<Tone, string>> = {
  neutral: "var(--mui-palette-primary-main)",
  busy: "var(--mui-palette-warning-main)",
  bad: "var(--mui-palette-error-main)",
  good: "var(--mui-palette-success-main)",
  muted: "var(--mui-palette-text-secondary)",
};

const shape = {
  position: "relative",
  display: "inline-flex",
  alignItems: "center",
  gap: 4,
  height: 26,
  padding: "0 8px 0 5px",
  borderRadius: 13,
  border: "1px solid var(--mui-palette-divider)",
  fontSize: "0.76rem",
  fontWeight: 600,
  whiteSpace: "nowrap",
  textDecoration: "none",
} as const;

const own = { shouldForwardProp: (prop: string) => prop !== "tone" && prop !== "disabled" };

/** A status that leads to its upload. */
export const PillLink = createLink(
  styled(
    "a",
    own,
  )<{ tone: Tone }>(({ tone }) => ({
    ...shape,
    color: COLOUR[tone],
    "&:hover": { borderColor: "currentColor", backgroundColor: "var(--mui-palette-action-hover)" },
    "&:focus-visible": { outline: "2px solid currentColor", outlineOffset: 1 },
  })),
);

/** A status that leads nowhere. */
export const PillText = styled(
  "span",
  own,
)<{ tone: Tone; disabled: boolean }>(({ tone, disabled }) => ({
  ...shape,
  color: COLOUR[tone],
  ...(disabled ? { borderStyle: "dashed", fontWeight: 500 } : {}),
}));
