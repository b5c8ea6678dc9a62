import { styled } from "@mui/material/styles";

const FIELD_SLOTS = "86px 92px 134px 62px";

const grid = {
  display: "grid",
  gridAutoFlow: "dense",
  alignItems: "center",
  justifyContent: "start",
} as const;

/** Status cells, each in the slot of its kind. */
export const CellGrid = styled("div", {
  shouldForwardProp: (prop) => prop !== "office",
})<{ office: boolean }>(({ office }) => ({
  ...grid,
  gap: "4px 0",
  gridTemplateColumns: FIELD_SLOTS,
  // Two, which stand below one another where a wide font leaves no room for both.
  ...(office ? { display: "flex", flexWrap: "wrap", gap: "4px" } : {}),
}));

/** The Terrain Mapper's status cells, joined into one frame. */
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
});
