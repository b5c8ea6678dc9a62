import Box from "@mui/material/Box";
import { DIFFERENCE_CLASSES, sequentialColor } from "@swath/pointcloud/picture";
import { colorOfReturn, GREY } from "../look/color-points.ts";
import type { Look } from "../look/look.ts";
import { Swatch } from "../look/swatch.tsx";

const STOPS = [0, 0.25, 0.5, 0.75, 1] as const;
const css = (share: number): string => `rgb(${sequentialColor(share).slice(0, 3).join(" ")})`;
const RAMP = `linear-gradient(to right, ${STOPS.map(css).join(", ")})`;

interface RampLegendProps {
  readonly look: Look;
  readonly unit: string;
}

/** What the colours stand for, where they are those of a ramp or of returns. */
export function RampLegend({ look: { by, range }, unit }: RampLegendProps) {
  if (by === "return")
    return (
      <Box sx={{ fontSize: "0.8125rem", display: "flex", flexWrap: "wrap", columnGap: 1.5 }}>
        {[1, 2, 3, 4].map((number) => (
          <span key={number}>
            <Swatch color={colorOfReturn(number)} />
            {number}
          </span>
        ))}
      </Box>
    );
  if (by === "difference") return <DifferenceLegend />;
  if (by !== "height" && by !== "intensity" && by !== "time") return null;
  const digits = by === "height" ? 1 : 0;
  const suffix = by === "height" ? ` ${unit}` : by === "time" ? " s" : "";
  return (
    <Box sx={{ fontSize: "0.75rem", fontVariantNumeric: "tabular-nums" }}>
      <Box
        aria-hidden="true"
        sx={{ height: 12, borderRadius: 0.5, background: RAMP, forcedColorAdjust: "none" }}
      />
      <Box sx={{ display: "flex", justifyContent: "space-between" }}>
        <span>
          {range[0].toFixed(digits)}
          {suffix}
        </span>
        <span>
          {range[1].toFixed(digits)}
          {suffix}
        </span>
      </Box>
    </Box>
  );
}

function DifferenceLegend() {
  return (
    <Box sx={{ fontSize: "0.8125rem" }}>
      {DIFFERENCE_CLASSES.toReversed().map(({ label, color }) => (
        <div key={label}>
          <Swatch color={color} />
          {label}
        </div>
      ))}
      <div>
        <Swatch color={GREY} />
        <span>not known</span>
      </div>
      <Box sx={{ color: "text.secondary", mt: 0.5 }}>
        How far a point's line lies above the others, in cm. It is not known where one line is
        alone, where the ground is rough, and where too few points are drawn: go nearer.
      </Box>
    </Box>
  );
}
