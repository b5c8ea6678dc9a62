import Box from "@mui/material/Box";
import { sequentialColor } from "@swath/pointcloud/picture";
import { Swatch } from "../look/swatch.tsx";
import type { RasterLook } from "./raster-look.ts";

const STOPS = [0, 0.25, 0.5, 0.75, 1] as const;
const css = (share: number): string => `rgb(${sequentialColor(share).slice(0, 3).join(" ")})`;
const RAMP = `linear-gradient(to right, ${STOPS.map(css).join(", ")})`;
const GREY = "linear-gradient(to right, #000, #fff)";

/** What the colours of a raster stand for. */
export function LayerLegend({ look, unit }: { readonly look: RasterLook; readonly unit: string }) {
  if (look.by === "classes")
    return (
      <Box
        component="ul"
        sx={{
          ...SMALL,
          listStyle: "none",
          m: 0,
          p: 0,
          display: "flex",
          flexWrap: "wrap",
          columnGap: 1.25,
        }}
      >
        {look.classes.map(({ color, label }, at) => (
          <li key={label}>
            <Swatch color={color} />
            {label}
            {at === look.classes.length - 1 && !label.includes(unit) ? ` ${unit}` : ""}
          </li>
        ))}
      </Box>
    );
  const ends =
    look.by === "grey"
      ? ([/* text */ "In shadow", /* text */ "In light"] as const)
      : (look.range.map((value) => `${value.toFixed(1)} ${unit}`.trim()) as [string, string]);
  return (
    <Box sx={SMALL}>
      <Box
        aria-hidden="true"
        sx={{
          height: 12,
          borderRadius: 0.5,
          border: 1,
          borderColor: "divider",
          background: look.by === "grey" ? GREY : RAMP,
          forcedColorAdjust: "none",
        }}
      />
      <Box sx={{ display: "flex", justifyContent: "space-between" }}>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </Box>
    </Box>
  );
}

const SMALL = { fontSize: "0.75rem", fontVariantNumeric: "tabular-nums" } as const;
