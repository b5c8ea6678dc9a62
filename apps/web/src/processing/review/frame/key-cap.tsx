import { styled } from "@mui/material/styles";

/** The key that does the same as what it stands beside. */
export const KeyCap = styled("kbd")({
  display: "inline-block",
  minWidth: 18,
  padding: "0 4px",
  marginLeft: 6,
  border: "1px solid currentColor",
  borderRadius: 3,
  fontFamily: "inherit",
  fontSize: "0.72rem",
  lineHeight: "16px",
  textAlign: "center",
});
