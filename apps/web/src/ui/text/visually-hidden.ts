import { styled } from "@mui/material/styles";

/** Text for assistive technology only. */
export const VisuallyHidden = styled("span")({
  position: "absolute",
  width: 1,
  height: 1,
  margin: -1,
  padding: 0,
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
  border: 0,
});
