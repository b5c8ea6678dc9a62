import Box from "@mui/material/Box";
import { styled } from "@mui/material/styles";
import { DIVIDE_LINE, DIVIDE_SLIDER } from "../../ui/divide.ts";

const THUMB = 32;

/** A slider over the whole map of which the pointer finds its thumb alone, so that the map stays movable. */
const Divide = styled("input")({
  ...DIVIDE_SLIDER,
  top: 0,
  bottom: 0,
  // A thumb's middle goes from edge to edge.
  left: -THUMB / 2,
  width: `calc(100% + ${THUMB}px)`,
  pointerEvents: "none",
  "&::-webkit-slider-thumb": {
    appearance: "none",
    width: THUMB,
    height: 10_000,
    cursor: "ew-resize",
    pointerEvents: "auto",
  },
  "&::-moz-range-thumb": {
    width: THUMB,
    height: "100%",
    border: 0,
    cursor: "ew-resize",
    pointerEvents: "auto",
  },
});

const Line = styled("span")({
  ...DIVIDE_LINE,
});

interface MapDividerProps {
  readonly left: string;
  readonly right: string;
  /** 0 to 100. */
  readonly percent: number;
  readonly onChange: (percent: number) => void;
}

/** Divides the map between two attempts; moved by pointer and by arrow keys. */
export function MapDivider({ left, right, percent, onChange }: MapDividerProps) {
  return (
    <Box sx={{ position: "absolute", inset: 0, overflow: "hidden", pointerEvents: "none" }}>
      <Divide
        type="range"
        min={0}
        max={100}
        value={percent}
        onChange={({ target }) => onChange(Number(target.value))}
        aria-label={`Divide between ${left} and ${right}`}
        aria-valuetext={`${percent} % ${left}, ${100 - percent} % ${right}`}
      />
      <Line style={{ left: `${percent}%` }} />
      <Name style={{ right: `${100 - percent}%` }}>{left}</Name>
      <Name style={{ left: `${percent}%` }}>{right}</Name>
    </Box>
  );
}

const Name = styled("span")({
  position: "absolute",
  bottom: 48,
  margin: "0 8px",
  padding: "2px 8px",
  borderRadius: 4,
  fontSize: "0.78rem",
  fontWeight: 650,
  whiteSpace: "nowrap",
  color: "#ffffff",
  backgroundColor: "#12305c",
});
