import { styled } from "@mui/material/styles";

/** A count beside a name, on any ground; words beside it say what it counts. */
export const CountBadge = styled("span")({
  minWidth: 20,
  marginLeft: 8,
  padding: "1px 6px",
  borderRadius: 10,
  textAlign: "center",
  fontSize: "0.74rem",
  fontWeight: 650,
  letterSpacing: 0,
  fontVariantNumeric: "tabular-nums",
  color: "#12203a",
  backgroundColor: "#ffc629",
});
