import { styled } from "@mui/material/styles";
import { TOUCH_PX } from "../../ui/theme/theme.ts";

const FIELD_SLOTS = "86px 92px 134px 62px";

const grid = {
  display: "grid",
  gridAutoFlow: "dense",
  alignItems: "center",
  justifyContent: "start",
} as const;

const inLines = { display: "flex", flexWrap: "wrap", gap: "4px" } as const;

/** Status cells, each in the slot of its kind; or one after another, where there may be no room for all. */
export const CellGrid = styled("div", {
  shouldForwardProp: (prop) => prop !== "inRow",
})<{ inRow: boolean }>(({ inRow }) => ({
  ...grid,
  gap: "4px 0",
  gridTemplateColumns: FIELD_SLOTS,
  ...(inRow ? inLines : {}),
}));

/** The Terrain Mapper's status cells, joined into one frame; on a card each by itself. */
export const TerrainMapperWidget = styled("fieldset")({
  all: "unset",
  ...grid,
  display: "inline-grid",
  gridTemplateColumns: FIELD_SLOTS,
  overflow: "hidden",
  borderRadius: 13,
  border: "1px solid var(--mui-palette-divider)",
  backgroundColor: "var(--mui-palette-background-paper)",
  "& > span": { display: "flex" },
  "& > span + span": { borderLeft: "1px solid var(--mui-palette-divider)" },
  "& > span > *": {
    width: "100%",
    height: 24,
    justifyContent: "center",
    border: 0,
    borderRadius: 0,
    padding: "0 4px",
  },
  "& > span > [aria-disabled=true]": { backgroundColor: "var(--mui-palette-action-hover)" },
  "& > span > :focus-visible": { outlineOffset: -2 },
  "&[data-in-card=true]": {
    ...inLines,
    borderRadius: 0,
    border: 0,
    overflow: "visible",
    "& > span + span": { borderLeft: 0 },
    "& > span > *": {
      border: "1px solid var(--mui-palette-divider)",
      borderRadius: TOUCH_PX / 2,
      padding: "0 8px",
    },
  },
});
