import { styled } from "@mui/material/styles";

/** The strip of an area's own tabs. */
export const AreaBar = styled("div")(({ theme }) => ({
  display: "flex",
  flexWrap: "wrap",
  minHeight: 38,
  padding: "0 12px",
  flexShrink: 0,
  background: (theme.vars ?? theme).palette.background.paper,
  borderBottom: `1px solid ${(theme.vars ?? theme).palette.divider}`,
  color: (theme.vars ?? theme).palette.text.primary,
}));
