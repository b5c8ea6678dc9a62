import Tooltip from "@mui/material/Tooltip";
import { styled } from "@mui/material/styles";
import type { ReactNode } from "react";

const Plain = styled("button")({
  all: "unset",
  cursor: "help",
  maxWidth: "100%",
  borderRadius: 3,
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
