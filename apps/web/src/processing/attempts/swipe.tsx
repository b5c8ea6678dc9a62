import Box from "@mui/material/Box";
import { styled } from "@mui/material/styles";
import { useState } from "react";
import type { ReactNode } from "react";
import { DIVIDE_LINE, DIVIDE_SLIDER } from "../../ui/divide.ts";

/** The invisible slider covers the pictures; the divide shows its position and focus. */
const Divide = styled("input")({
  ...DIVIDE_SLIDER,
  inset: 0,
  width: "100%",
  cursor: "ew-resize",
  touchAction: "pan-y",
  "&::-webkit-slider-thumb": { appearance: "none", width: 2, height: "100%" },
  "&::-moz-range-thumb": { width: 2, height: "100%", border: 0 },
});

const Handle = styled("span")({
  ...DIVIDE_LINE,
  "&::after": {
    content: '"◂▸"',
    position: "absolute",
    top: "50%",
    left: -14,
    display: "grid",
    placeItems: "center",
    width: 30,
    height: 30,
    borderRadius: "50%",
    color: "#ffffff",
    backgroundColor: "#12305c",
    border: "2px solid #ffffff",
    fontSize: "0.8rem",
  },
});

const FILL = { position: "absolute", inset: 0, display: "grid", placeItems: "center" } as const;

interface SwipeProps {
  /** The content left and right of the divide; each fills the whole box. */
  readonly left: ReactNode;
  readonly right: ReactNode;
  readonly leftName: string;
  readonly rightName: string;
  readonly height: string;
}

/** Two pictures on top of each other, with a divide that pointer and keyboard move. */
export function Swipe({ left, right, leftName, rightName, height }: SwipeProps) {
  const [share, setShare] = useState(50);
  return (
    <Box
      sx={{
        position: "relative",
        height,
        overflow: "hidden",
        backgroundColor: "background.default",
      }}
    >
      <Box sx={FILL}>{right}</Box>
      <Box
        sx={{ ...FILL, backgroundColor: "background.default" }}
        style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
      >
        {left}
      </Box>
      <Corner name={leftName} side="left" />
      <Corner name={rightName} side="right" />
      <Divide
        type="range"
        min={0}
        max={100}
        value={share}
        onChange={({ target }) => setShare(Number(target.value))}
        aria-label={`Divide between ${leftName} and ${rightName}`}
        aria-valuetext={`${share} % ${leftName}, ${100 - share} % ${rightName}`}
      />
      <Handle style={{ left: `${share}%` }} />
    </Box>
  );
}

function Corner({ name, side }: { name: string; side: "left" | "right" }) {
  return (
    <Box
      aria-hidden="true"
      sx={{
        position: "absolute",
        top: 6,
        [side]: 6,
        px: 1,
        py: 0.25,
        borderRadius: 1,
        fontSize: "0.78rem",
        fontWeight: 650,
        color: "#ffffff",
        backgroundColor: "#12305c",
      }}
    >
      {name}
    </Box>
  );
}
