/** The invisible slider over two pictures; the line beside it shows its position and focus. */
export const DIVIDE_SLIDER = {
  position: "absolute",
  height: "100%",
  margin: 0,
  appearance: "none",
  background: "none",
  opacity: 0,
  "&:focus-visible + span": { outline: "3px solid #ffc629", outlineOffset: 1 },
} as const;

/** The line between two pictures. */
export const DIVIDE_LINE = {
  position: "absolute",
  top: 0,
  bottom: 0,
  width: 4,
  marginLeft: -2,
  backgroundColor: "#12305c",
  boxShadow: "0 0 0 1px #ffffff",
  pointerEvents: "none",
} as const;
