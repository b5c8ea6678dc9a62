import Box from "@mui/material/Box";
import type { Color } from "@swath/pointcloud/picture";

/** A square of a colour of the data, beside what it stands for. */
export function Swatch({ color: [red, green, blue] }: { readonly color: Color }) {
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={{
        display: "inline-block",
        width: 12,
        height: 12,
        mr: 0.75,
        borderRadius: 0.5,
        verticalAlign: "-1px",
        border: 1,
        borderColor: "divider",
        bgcolor: `rgb(${red} ${green} ${blue})`,
        forcedColorAdjust: "none",
      }}
    />
  );
}
