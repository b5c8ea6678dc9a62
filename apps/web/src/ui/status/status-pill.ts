import { styled } from "@mui/material/styles";
import { createLink } from "@tanstack/react-router";
import { COARSE, FORCED_COLORS, TOUCH_PX } from "../theme/theme.ts";

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

/** Not in force, or waiting: its words must be read all the same, so that it is not made fainter. */
const grey = {
  "&[data-grey=true]": {
    borderStyle: "dashed",
    borderColor: "currentColor",
    fontWeight: 500,
    backgroundColor: "var(--mui-palette-action-hover)",
  },
} as const;

/** What is pressed, or tells more, where a finger points. */
const touch = {
  [COARSE]: {
    minWidth: TOUCH_PX,
    minHeight: TOUCH_PX,
    borderRadius: TOUCH_PX / 2,
    paddingInline: "8px 12px",
  },
} as const;

const leading = ({ tone }: { tone: Tone }) => ({
  ...shape,
  color: COLOUR[tone],
  cursor: "pointer",
  "&:hover, &[aria-expanded=true]": {
    borderColor: "currentColor",
    backgroundColor: `color-mix(in srgb, ${COLOUR[tone]} 9%, var(--mui-palette-background-paper))`,
  },
  "&:focus-visible": focus,
  ...grey,
  ...touch,
});
const own = { shouldForwardProp: (prop: string) => prop !== "tone" };

export const Pill = styled(
  "span",
  own,
)<{ tone: Tone }>(({ tone }) => ({
  ...shape,
  color: COLOUR[tone],
}));

export const PillLink = createLink(styled("a", own)<{ tone: Tone }>(leading));

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
  ...grey,
  ...touch,
}));

/** A step of a pipeline: its icon above its name, in a cell of 50 px (document 3, section 2.9). */
const step = {
  flexDirection: "column",
  justifyContent: "center",
  gap: 0,
  width: 50,
  height: 42,
  padding: "2px 1px",
  borderRadius: 4,
  fontSize: "0.6rem",
  fontWeight: 600,
  lineHeight: 1.15,
  overflow: "hidden",
  // Nine capitals of a step's name fit; the tooltip has a longer one.
  letterSpacing: "-0.03em",
  "& > .step-name": { maxWidth: "100%", overflow: "hidden", textOverflow: "ellipsis" },
  "& > .opens": { position: "absolute", top: 2, right: 4 },
  "&[data-banded=true]": { paddingTop: 0, paddingBottom: 13, lineHeight: 1 },
  [COARSE]: {
    height: TOUCH_PX,
    borderRadius: 4,
    paddingInline: 1,
  },
} as const;
export const StepButton = styled(PillButton)(step);

export const StepText = styled(PillText)(step);

/** A step that only shows what one looks like. */
export const StepSample = styled(Pill)(step, {
  flexShrink: 0,
  [COARSE]: { height: 42, width: 50 },
});

/**
 * A band at the foot of a step, whose letters say what it needs; `solid`: somebody has to act. The letters
 * are drawn alone: where the step is spoken its name has the words.
 */
export const StepBand = styled(
  "span",
  own,
)<{ tone: Tone }>(({ tone }) => ({
  position: "absolute",
  insetInline: 0,
  bottom: 0,
  height: 13,
  fontSize: "0.56rem",
  fontWeight: 750,
  lineHeight: "13px",
  letterSpacing: "0.05em",
  textAlign: "center",
  borderTop: "1px dashed currentColor",
  "&::after": { content: "attr(data-letters)" },
  "&[data-solid=true]": {
    borderTop: 0,
    color: "var(--mui-palette-background-paper)",
    backgroundColor: COLOUR[tone],
    [FORCED_COLORS]: {
      color: "HighlightText",
      backgroundColor: "Highlight",
      forcedColorAdjust: "none",
    },
  },
}));
