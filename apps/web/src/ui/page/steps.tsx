import ArrowBack from "@mui/icons-material/ArrowBack";
import ArrowForward from "@mui/icons-material/ArrowForward";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { KeyCap } from "../dialog/shortcuts.ts";
import { ICON_WHERE_NARROW } from "./icon-where-narrow.ts";

/** A step to what is before or after. */
export interface Step {
  readonly go: () => void;
  /** Where it leads; the button alone says `Previous` or `Next` without. */
  readonly to?: string;
}

interface StepsProps {
  /** Undefined: there is none. */
  readonly previous: Step | undefined;
  readonly next: Step | undefined;
  /** The keys that do the same, as their caps say. */
  readonly keys: readonly [previous: string, next: string];
  /** Between the two: where one stands. */
  readonly children?: ReactNode;
}

/** Two buttons, to what is before and after in a list, with their keys. */
export function Steps({ previous, next, keys, children }: StepsProps) {
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: { xs: 0, sm: 0.5 } }}>
      <Button
        size="small"
        startIcon={<ArrowBack />}
        sx={ICON_WHERE_NARROW}
        disabled={previous === undefined}
        onClick={previous?.go}
        {...named(/* text */ "Previous", previous)}
      >
        Previous<KeyCap aria-hidden="true">{keys[0]}</KeyCap>
      </Button>
      {children}
      <Button
        size="small"
        endIcon={<ArrowForward />}
        sx={ICON_WHERE_NARROW}
        disabled={next === undefined}
        onClick={next?.go}
        {...named(/* text */ "Next", next)}
      >
        Next<KeyCap aria-hidden="true">{keys[1]}</KeyCap>
      </Button>
    </Box>
  );
}

const named = (name: string, step: Step | undefined) =>
  step?.to === undefined ? {} : { "aria-label": `${name}: ${step.to}`, title: step.to };
