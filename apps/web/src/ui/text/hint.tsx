import Box from "@mui/material/Box";
import { styled } from "@mui/material/styles";
import type { ReactNode } from "react";
import { Tooltip } from "./tooltip.tsx";
import { COARSE } from "../theme/theme.ts";

/** A small list of names and values, as in tooltips. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  return (
    <Box
      component="span"
      sx={{ display: "grid", gridTemplateColumns: "max-content minmax(0, 1fr)", columnGap: 1 }}
    >
      {of.map(([name, value]) => (
        <Box component="span" key={name} sx={{ display: "contents" }}>
          <Box component="span" sx={{ color: "#cfdaee" }}>
            {name}
          </Box>
          <span>{value}</span>
        </Box>
      ))}
    </Box>
  );
}

/** Of each row there are several: a style of its own is worked out for none. */
const LINE = { display: "block" } as const;

/** How many show; the others are behind an ellipsis. */
const SHOWN = 2;

interface ListedId {
  readonly id: string;
  /** What a tooltip says of this one. */
  readonly hint?: ReactNode;
}

interface IdListProps {
  readonly ids: readonly ListedId[];
  /** Names the ellipsis, as in 'All 5 sensor IDs'. */
  readonly allLabel: string;
  /** What the tooltip of the ellipsis lists; the ids themselves unless given. */
  readonly all?: ReactNode;
}

/** Identifiers below one another: the first 2, then an ellipsis whose tooltip lists all. */
export function IdList({ ids, allLabel, all }: IdListProps) {
  return (
    <>
      {ids.slice(0, SHOWN).map(({ id, hint }) => (
        <span key={id} style={LINE}>
          {hint === undefined ? id : <Hint hint={hint}>{id}</Hint>}
        </span>
      ))}
      {ids.length > SHOWN ? (
        <Hint label={allLabel} hint={all ?? <Lines of={ids.map(({ id }) => id)} />}>
          …
        </Hint>
      ) : null}
    </>
  );
}

export function Lines({ of }: { of: readonly string[] }) {
  return of.map((text) => (
    <span key={text} style={LINE}>
      {text}
    </span>
  ));
}

const Plain = styled("button")({
  all: "unset",
  cursor: "help",
  maxWidth: "100%",
  borderRadius: 3,
  // What is touched is larger than what is drawn of it.
  [COARSE]: {
    position: "relative",
    "&::before": { content: '""', position: "absolute", inset: "-13px -16px" },
  },
  "&:hover, &:focus-visible": { textDecoration: "underline dotted", textUnderlineOffset: 3 },
  "&:focus-visible": { outline: "2px solid currentColor", outlineOffset: 2 },
});

interface HintProps {
  /** Read out in place of the text, where the text alone says too little. */
  readonly label?: string;
  readonly hint: ReactNode;
  readonly children: ReactNode;
}

/** Text that explains itself in a tooltip, by pointer, by touch and by keyboard. */
export function Hint({ label, hint, children }: HintProps) {
  return (
    <Tooltip title={hint} describeChild enterTouchDelay={0}>
      <Plain type="button" aria-label={label}>
        {children}
      </Plain>
    </Tooltip>
  );
}
