import type { SxProps, Theme } from "@mui/material/styles";
import { FORCED_COLORS } from "../../ui/theme/theme.ts";

/** The line and icon of a row, and the ground that is laid thinly over the sheet in light and dark. */
const tone = (name: string, ground = name, wash = "11%") => ({
  "--tone": `var(--mui-palette-${name}-main)`,
  "--ground": `color-mix(in srgb, var(--mui-palette-${ground}-main) ${wash}, transparent)`,
});

/** Of the table of files: its rows carry the tone of their state. */
export const fileTableStyle: SxProps<Theme> = {
  "& tr.row": { borderLeft: "4px solid transparent" },
  "& tr.row[data-tone]": {
    borderLeftColor: "var(--tone)",
    backgroundColor: "var(--ground)",
    boxShadow: "inset 0 -1px color-mix(in srgb, var(--tone) 16%, transparent)",
  },
  "& .row[data-tone='error']": tone("error"),
  "& .row[data-tone='warning']": tone("warning", "secondary", "26%"),
  "& .row[data-tone='success']": tone("success"),
  "& .row[data-tone='info']": tone("info"),
  "& .upload, & .state": { display: "flex", alignItems: "center", gap: 1 },
  "& .state svg": { color: "var(--tone)" },
  "& .bar": {
    flex: 1,
    height: 6,
    borderRadius: 3,
    overflow: "hidden",
    backgroundColor: "color-mix(in srgb, var(--tone) 22%, transparent)",
  },
  "& .bar > span": { display: "block", height: "100%", backgroundColor: "var(--tone)" },
  [FORCED_COLORS]: {
    "& .bar": { outline: "1px solid CanvasText" },
    "& .bar > span": { backgroundColor: "Highlight", forcedColorAdjust: "none" },
  },
  "& .percent": { width: 72, textAlign: "right" },
};
