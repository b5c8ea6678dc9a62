import type { SxProps, Theme } from "@mui/material/styles";

export const ROW_HEIGHT = 38;

/** The grid's style, set once on its frame: rows carry only class names. */
export const gridStyle = {
  overflow: "auto",
  flex: "1 1 320px",
  minHeight: 240,
  fontSize: "0.84rem",
  fontVariantNumeric: "tabular-nums",
  "& table": { display: "block" },
  // The active row shows where the focus is.
  "& table[role=grid]:focus-visible": { outline: "none" },
  "& tbody, & thead": { display: "block" },
  "& tbody": { position: "relative" },
  "& thead": {
    position: "sticky",
    top: 0,
    zIndex: 1,
    bgcolor: "background.paper",
    // As high as a row, its line within.
    boxShadow: "inset 0 -1px var(--mui-palette-divider)",
  },
  "& th": { fontWeight: 650, textAlign: "left", whiteSpace: "nowrap", p: 0 },
  "& td": { whiteSpace: "nowrap", minWidth: 0, p: 0 },
  "& .right": { textAlign: "right", justifySelf: "end" },
  "& th.right .MuiTableSortLabel-root": { flexDirection: "row-reverse" },
  "& .row": {
    display: "grid",
    gridTemplateColumns: "var(--tracks)",
    columnGap: 3,
    alignItems: "center",
    px: 2,
    height: `var(--row-height, ${ROW_HEIGHT}px)`,
  },
  "& tbody .row": {
    position: "absolute",
    top: 0,
    left: 0,
    right: 0,
    cursor: "default",
    boxShadow: "inset 0 -1px var(--mui-palette-divider)",
  },
  "& tbody .row:hover": { bgcolor: "action.hover" },
  "& tbody .row[data-active=true]": {
    backgroundColor: "color-mix(in srgb, var(--mui-palette-primary-main) 9%, transparent)",
  },
  "& table:focus-visible .row[data-active=true]": {
    outline: "2px solid",
    outlineColor: "primary.main",
    outlineOffset: -2,
  },
} satisfies SxProps<Theme>;
