import type { SxProps, Theme } from "@mui/material/styles";

/** In pixels. */
export const ROW_HEIGHT = 34;

/** The line and icon of a row, and the ground that is laid thinly over the sheet in light and dark. */
const tone = (name: string, ground = name, wash = "11%") => ({
  "--tone": `var(--mui-palette-${name}-main)`,
  "--ground": `color-mix(in srgb, var(--mui-palette-${ground}-main) ${wash}, transparent)`,
});

/** The table's looks, set once on its frame: rows carry only class names. */
export const tableLooks: SxProps<Theme> = {
  overflow: "auto",
  flex: "1 1 320px",
  minHeight: 240,
  border: 1,
  borderColor: "divider",
  borderRadius: 1,
  fontVariantNumeric: "tabular-nums",
  "& table, & tbody, & thead": { display: "block" },
  "& tbody": { position: "relative" },
  "& thead": {
    position: "sticky",
    top: 0,
    zIndex: 1,
    bgcolor: "background.paper",
    borderBottom: 1,
    borderColor: "divider",
    color: "text.secondary",
  },
  "& th": { fontWeight: 650, textAlign: "left", p: 0 },
  "& td": { p: 0 },
  "& .row": {
    display: "grid",
    gridTemplateColumns: "minmax(240px, 1fr) 90px 110px 240px 170px",
    columnGap: 3,
    alignItems: "center",
    px: 2,
    height: ROW_HEIGHT,
    borderLeft: "4px solid transparent",
  },
  "& .row[data-tone]": {
    position: "absolute",
    top: 0,
    left: 0,
    right: 0,
    borderLeftColor: "var(--tone)",
    backgroundColor: "var(--ground)",
    boxShadow: "inset 0 -1px color-mix(in srgb, var(--tone) 16%, transparent)",
  },
  "& .row[data-tone='error']": tone("error"),
  "& .row[data-tone='warning']": tone("warning", "secondary", "26%"),
  "& .row[data-tone='success']": tone("success"),
  "& .row[data-tone='info']": tone("info"),
  "& .name": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
  "& .number, & th:nth-of-type(2), & th:nth-of-type(3)": { textAlign: "right" },
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
  "& .percent": { width: 72, textAlign: "right" },
  "& .none": { textAlign: "center", color: "text.secondary" },
};
